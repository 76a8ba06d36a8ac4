import { clause } from '../src/kit/clause.ts'
import { EntryPoint } from '../src/wire/answers.ts'

/** `GET /v3`: where a client starts (CAT-01, CAT-02). */
export const entryPoint = [
  clause({
    id: 'entry-point/has-the-link-blocks',
    statements: ['CAT-01', 'COM-03', 'COM-04'],
    title: 'GET /v3 answers 200 with the ten link blocks and its own links',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const entry = await t.get('/v3')
      t.status(entry, 200)
      t.shape(entry, EntryPoint)
    },
  }),
  clause({
    id: 'entry-point/is-not-modified-for-its-etag',
    statements: ['CAT-02', 'ERR-06', 'ERR-10'],
    title: 'GET /v3 carries an ETag, and If-None-Match with it answers 304 without a body',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const etag = t.header(await t.get('/v3'), 'ETag')
      const again = await t.get('/v3', { headers: { 'If-None-Match': etag } })
      t.status(again, 304)
      t.that(again.response.body === '', 'no body', again.response.body, again)
    },
  }),
]
