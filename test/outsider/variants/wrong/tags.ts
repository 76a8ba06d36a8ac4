import { publicationTag } from '../../http/tags.ts'
import type { Members } from '../../world.ts'
import { type Interceptor, memoryOf, publicationIn } from '../interceptors.ts'
import {
  ARCHIVE,
  CONDITIONAL,
  CREATE,
  ENTRY,
  PATCH,
  PUBLICATION,
  PUT,
  READ,
  SUSPEND,
} from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const TAGGED: readonly (readonly [keyof Members, RegExp])[] = [
  ['RefStock', PUT],
  ['Vin', PUT],
  ['Color', PUT],
  ['Precio', PATCH],
  ['Adelanto', PATCH],
  ['Cuota', PATCH],
  ['VersionYear', PUT],
  ['Kilometraje', PUT],
  ['Fotos', PUT],
  ['Locacion', PUT],
  ['Telefono', PUT],
  ['Exposicion', PUT],
]

/** Keeps the tag of a listing when only `member` changed. */
export const tagWithout = (member: keyof Members, at: RegExp): Interceptor => ({
  at,
  before: (call) => {
    const found = publicationIn(call)
    return found && { revision: found.revision, members: { ...found.members }, phase: found.phase }
  },
  response: (answer, call, before) => {
    const found = answer.status < 300 ? publicationIn(call) : undefined
    // `before` gave this or nothing.
    const old = before as { revision: number; members: Members; phase: string } | undefined
    if (!found || !old || old.phase !== found.phase) return answer
    const changed = Object.entries(found.members)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Object(old.members)[name]))
      .map(([name]) => name)
    if (changed.length !== 1 || changed[0] !== member) return answer
    found.revision = old.revision
    return { ...answer, headers: { ...answer.headers, ETag: `"${found.serial}-${found.revision}"` } }
  },
})

/** Entity tags and preconditions that do not follow the publication. */
export const WRONG_TAGS: readonly WrongVariant[] = [
  wrong('tag never changes', 'PUB-33', 'The tag changes with the listing.', { tagFault: 'stale' }),
  wrong('tag survives PATCH', 'PUB-33', 'The tag changes with the listing.', { tagFault: 'stalePatch' }),
  wrong('tag follows the state only', 'PUB-33', 'The tag changes with the listing.', {
    tagFault: 'stateOnly',
  }),
  wrong('tag changes with other listings', 'PUB-33', 'The tag changes only with the listing.', {
    tagFault: 'others',
  }),
  wrong('tag changes when read', 'PUB-33', 'The tag changes only with the listing.', { tagFault: 'reads' }),
  wrong('write answers another tag', 'PUB-33', 'The tag of a response is the listing’s.', {
    tagFault: 'answer',
  }),
  wrong('PUT without ETag', 'PUB-21 PUB-33', 'Every success carries ETag.', { tagFault: 'missing' }),
  wrong('If-Match ignored', 'PUB-34', 'A tag that does not match is 412.', { preconditionFault: 'ignored' }),
  wrong('If-Match ignored by suspender', 'PUB-34', 'A tag that does not match is 412.', {
    preconditionFault: 'suspender',
  }),
  wrong('412 that wrote', 'PUB-34', 'A refused write changes nothing.', { preconditionFault: 'writes' }),
  wrong('409 for an old tag', 'PUB-34', 'A tag that does not match is 412.', { preconditionFault: 'status' }),
  wrong('never 304', 'PUB-20', 'A known tag is answered 304.', { notModifiedFault: 'never' }),
  wrong('304 for any tag', 'PUB-20', 'An unknown tag is answered 200.', { notModifiedFault: 'always' }),
  wrong('entry point never 304', 'CAT-02', 'A known tag is answered 304.', { notModifiedFault: 'entry' }),
  wrong('a tag for each second', 'PUB-33', 'The tag changes when the listing does.', {
    mistake: {
      at: PUBLICATION,
      request: (call) => {
        const { 'if-match': _, ...headers } = call.headers
        return { ...call, headers }
      },
      response: (answer) => {
        const tag = answer.headers?.['ETag']
        if (typeof tag !== 'string' || answer.status >= 400) return answer
        const serial = /\d+/.exec(tag)?.[0]
        return {
          ...answer,
          headers: { ...answer.headers, ETag: `"${serial}-${Math.floor(Date.now() / 1000)}"` },
        }
      },
    },
  }),
  wrong('the tag ignores Descripcion', 'PUB-33', 'The tag changes when the listing does.', {
    mistake: {
      at: PUT,
      before: (call) => {
        const found = publicationIn(call)
        return found && { members: found.members, revision: found.revision }
      },
      response: (answer, call, before) => {
        const found = publicationIn(call)
        const { members, revision } = (before ?? {}) as { members?: Members; revision?: number }
        if (!found || !members || revision === undefined || answer.status !== 200) return answer
        const unchanged = { ...found.members, Descripcion: members.Descripcion }
        if (JSON.stringify(unchanged) !== JSON.stringify(members)) return answer
        found.revision = revision
        return { ...answer, headers: { ETag: `"${found.serial}-${revision}"` } }
      },
    },
  }),
  ...(
    [
      [CREATE, 'create', 'PUB-01'],
      [READ, 'GET', 'PUB-20'],
      [PATCH, 'PATCH', 'PUB-28'],
      [SUSPEND, 'suspender', 'PUB-29'],
      [ARCHIVE, 'archivar', 'PUB-30'],
    ] as const
  ).map(([at, name, id]) =>
    wrong(`${name} without ETag`, `${id} PUB-33`, 'Every success carries ETag.', {
      mistake: {
        at,
        response: (answer) => ({
          ...answer,
          headers: Object.fromEntries(Object.entries(answer.headers ?? {}).filter(([key]) => key !== 'ETag')),
        }),
      },
    }),
  ),
  wrong('the ref form without ETag', 'PUB-33 ERR-10', 'Every success carries ETag.', {
    mistake: {
      at: READ,
      response: (answer, { form }) =>
        form === 'ref' && answer.status === 200 ? { ...answer, headers: {} } : answer,
    },
  }),
  ...(
    [
      [PUT, 'PUT', 'PUB-21'],
      [PATCH, 'PATCH', 'PUB-28'],
      [ARCHIVE, 'archivar', 'PUB-30'],
    ] as const
  ).map(([at, name, id]) =>
    wrong(`${name} ignores If-Match`, `PUB-34 ${id}`, 'A tag that does not match is 412.', {
      mistake: {
        at,
        request: (call) => ({ ...call, headers: { ...call.headers, 'if-match': '*' } }),
      },
    }),
  ),
  wrong('the tag before a suspension still counts', 'PUB-34', 'A tag that does not match is 412.', {
    mistake: {
      at: CONDITIONAL,
      request: (call) => {
        const old = memoryOf(call).get(`tag ${call.params['id']}`)
        const isOld = old !== undefined && old === call.headers['if-match']
        return isOld ? { ...call, headers: { ...call.headers, 'if-match': '*' } } : call
      },
      before: (call) => {
        const found = SUSPEND.test(call.path) ? publicationIn(call) : undefined
        if (found) memoryOf(call).set(`tag ${call.params['id']}`, `"${found.serial}-${found.revision}"`)
      },
    },
  }),
  wrong('the entry point changes its tag', 'CAT-02', 'A known tag is answered 304.', {
    mistake: {
      at: ENTRY,
      response: (answer, call) => {
        const count = Number(memoryOf(call).get('entries') ?? 0) + 1
        memoryOf(call).set('entries', count)
        return { ...answer, headers: { ...answer.headers, ETag: `"e-${count}"` } }
      },
    },
  }),
  wrong('304 for every tag that it ever had', 'PUB-20', 'A changed listing is answered 200.', {
    mistake: {
      at: READ,
      request: (call) => {
        const found = publicationIn(call)
        const sent = call.headers['if-none-match'] ?? ''
        if (!found || !new RegExp(`^(W/)?"${found.serial}-\\d+"$`).test(sent)) return call
        const now = `"${found.serial}-${found.revision}"`
        return { ...call, headers: { ...call.headers, 'if-none-match': now } }
      },
    },
  }),
  ...TAGGED.map(([member, at]) =>
    wrong(`the tag ignores ${member}`, 'PUB-33', 'The tag changes with the publication.', {
      mistake: tagWithout(member, at),
    }),
  ),
  wrong('any tag that a listing has satisfies', 'PUB-34', 'Another tag is answered 412.', {
    mistake: {
      at: CONDITIONAL,
      request: (call) => {
        const found = publicationIn(call)
        const sent = call.headers['if-match'] ?? ''
        if (!found || !/^"\d+-\d+"$/.test(sent)) return call
        return { ...call, headers: { ...call.headers, 'if-match': `"${found.serial}-${found.revision}"` } }
      },
    },
  }),
  wrong('304 with the document', 'ERR-06 PUB-20', 'A 304 has no body.', {
    mistake: {
      at: READ,
      response: (answer) => (answer.status === 304 ? { ...answer, status: 200, document: {} } : answer),
    },
  }),
  wrong('a suspended one is never 304', 'PUB-20 ERR-10', 'If-None-Match is answered 304.', {
    mistake: {
      at: READ,
      request: (call) =>
        publicationIn(call)?.phase === 'suspended'
          ? { ...call, headers: { ...call.headers, 'if-none-match': undefined } }
          : call,
    },
  }),
  wrong('tags without quotes', 'PUB-33', 'ETag is an entity tag.', {
    mistake: {
      at: PUBLICATION,
      request: (call) => {
        const { 'if-match': write, 'if-none-match': read } = call.headers
        const quoted = (tag?: string) => (tag === undefined || /^["*]/.test(tag) ? tag : `"${tag}"`)
        return {
          ...call,
          headers: { ...call.headers, 'if-match': quoted(write), 'if-none-match': quoted(read) },
        }
      },
      response: (answer) => {
        const { ETag: tag } = answer.headers ?? {}
        return typeof tag === 'string'
          ? { ...answer, headers: { ...answer.headers, ETag: tag.replaceAll('"', '') } }
          : answer
      },
    },
  }),
  wrong('the first character of a tag is not compared', 'PUB-34', 'Another tag is answered 412.', {
    mistake: {
      at: CONDITIONAL,
      request: (call) => {
        const found = publicationIn(call)
        const tag = found && publicationTag(call.world, found)
        const isAlike = tag !== undefined && call.headers['if-match']?.slice(2) === tag.slice(2)
        return isAlike ? { ...call, headers: { ...call.headers, 'if-match': tag } } : call
      },
    },
  }),
]
