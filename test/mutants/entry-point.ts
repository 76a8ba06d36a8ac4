import { changed, type Mutant } from './mutant.ts'

const atEntry = (request: Request): boolean => new URL(request.url).pathname.endsWith('/v3')

export const entryPointMutants: readonly Mutant[] = [
  {
    clause: 'entry-point/has-the-link-blocks',
    name: 'no link block Monedas',
    serve: async (request, next) => {
      const response = await next(request)
      return atEntry(request) ? changed(response, ({ Monedas: _, ...rest }) => rest) : response
    },
  },
  {
    clause: 'entry-point/is-not-modified-for-its-etag',
    name: 'the ETag is ignored',
    serve: (request, next) => {
      const headers = new Headers(request.headers)
      headers.delete('if-none-match')
      return next(new Request(request, { headers }))
    },
  },
]
