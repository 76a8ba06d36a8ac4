import { changeMembers, mapObjects } from '../document-edits.ts'
import {
  addHeaders,
  changeDocument,
  changeObjects,
  changeProblem,
  countCalls,
  type Interceptor,
} from '../interceptors.ts'
import { ANY, PUBLICATION, PUBLICATIONS } from '../route-patterns.ts'
import { type LegalVariant, legal } from '../variant.ts'

const refusedWith = (from: number, to: { readonly status: number; readonly text: string }): Interceptor => ({
  at: ANY,
  response: (answer) => (answer.status === from ? { ...to, type: 'text/plain' } : answer),
})

function tagOfForm(): Interceptor {
  const bare = (header: string | undefined) => header?.replace(/;(full|ref)"/g, '"')
  return {
    at: PUBLICATIONS,
    request: (call) => {
      const known = call.headers['if-none-match']
      const isOther = known?.includes(';') === true && !known.includes(`;${call.form}"`)
      const headers = { ...call.headers, 'if-match': bare(call.headers['if-match']) }
      return { ...call, headers: { ...headers, 'if-none-match': isOther ? undefined : bare(known) } }
    },
    response: (answer, { form }) => {
      const marked = (tag: unknown) => (typeof tag === 'string' ? tag.replace(/"$/, `;${form}"`) : tag)
      const document = mapObjects(answer.document, (object) => changeMembers(object, ['etag'], marked))
      const tag = answer.headers?.['ETag']
      return {
        ...answer,
        document,
        ...(typeof tag === 'string' && { headers: { ...answer.headers, ETag: String(marked(tag)) } }),
      }
    },
  }
}

/** Other ways to send messages: headers, media types, JSON, tags, problems and limits. */
export const LEGAL_HTTP: readonly LegalVariant[] = [
  legal('gzip', 'Content codings belong to HTTP.', { compression: 'gzip' }),
  legal('brotli', 'Content codings belong to HTTP.', { compression: 'br' }),
  legal('deflate', 'Content codings belong to HTTP.', { compression: 'deflate' }),
  legal('404 in HTML', 'A plain message; its media type is not shown.', { notFound: 'html' }),
  legal('404 as a JSON string', 'A plain message; its media type is not shown.', { notFound: 'json' }),
  legal('404 as text without charset', 'A plain message; its media type is not shown.', { notFound: 'bare' }),
  legal('charset on JSON', 'Parameters of a media type are free.', { charset: '; charset=utf-8' }),
  legal('quoted upper-case charset', 'Parameters of a media type are free.', { charset: ';charset="UTF-8"' }),
  legal('media types in odd case', 'Media types have no case.', { oddTypeCase: true }),
  legal('application/json for every form', 'Content-Type of successes is not shown.', { answerType: 'json' }),
  legal('entry type for every full form', 'Content-Type of successes is not shown.', { answerType: 'entry' }),
  legal('charset on problems', 'Parameters of a media type are free.', { problemCharset: true }),
  legal('filled Extensions', 'Extensions is an object; its members are free.', { problemExtensions: true }),
  legal('more problem members', 'RFC 9457 allows more members.', { problemExtras: true }),
  legal('English problems', 'Titles and details are not shown.', { problemWords: 'en' }),
  legal('Errors by top-level member', 'A key is a property name; paths are not shown.', { errorKeys: 'top' }),
  legal('Errors in brackets', 'How nested properties are named is not shown.', { errorKeys: 'brackets' }),
  legal('one error at a time', 'The description does not say how many errors are reported.', {
    firstErrorOnly: true,
  }),
  legal('weak tags', 'The strength of tags is not shown.', { weakTags: true }),
  legal('long tags', 'A tag is opaque.', { longTags: true }),
  legal('new tag on every successful write', 'Writes that change nothing are not spoken of.', {
    tagOnEveryWrite: true,
  }),
  legal('tags on every resource', 'Other resources may carry a tag.', { tagsElsewhere: true }),
  legal('428 without If-Match', 'Whether a tag is needed is not shown.', { preconditionRequired: true }),
  legal('412 as a problem type for any Accept', 'An open Accept names no JSON media type.', {
    preconditionType: 'problemForAny',
  }),
  legal('body before tag', 'The order of refusals is not shown.', { bodyBeforeTag: true }),
  legal('caching headers', 'Other headers are free.', { cacheHeaders: true }),
  legal('deprecation headers', 'The policy between versions is not shown.', { deprecationHeaders: true }),
  legal('cookies and request ids', 'Other headers are free.', { extraHeaders: true }),
  legal('no HEAD', 'Only the listed methods are promised.', { headSupported: false }),
  legal('no OPTIONS', 'Only the listed methods are promised.', { optionsSupported: false }),
  legal('404 for another method', 'Other methods are not spoken of.', { wrongMethod: 404 }),
  legal('501 for another method', 'Other methods are not spoken of.', { wrongMethod: 501 }),
  legal('connections that close', 'Connections belong to HTTP.', { closesConnections: true }),
  legal('chunked responses', 'Framing belongs to HTTP.', { chunked: true }),
  legal('slow responses', 'No time is promised.', { delayMs: 100 }),
  legal('sixty requests a minute', 'Rate limits are not shown.', { rateLimit: 60 }),
  legal('twenty requests a second', 'Rate limits are not shown.', { rateLimit: 20, rateWindowMs: 1000 }),
  legal('429 with a date', 'Retry-After may be a date.', {
    rateLimit: 25,
    rateWindowMs: 2000,
    retryAfter: 'date',
  }),
  legal('429 without Retry-After', 'RFC 6585 lets the header be absent.', {
    rateLimit: 30,
    rateWindowMs: 1000,
    retryAfter: 'none',
  }),
  legal('unknown members refused', 'Members beyond the tables are not spoken of.', {
    unknownMembers: 'refused',
  }),
  legal('unknown parameters refused', 'Parameters beyond the tables are not spoken of.', {
    unknownQuery: 'refused',
  }),
  legal('a body where none belongs refused', 'No body is documented there.', { actionBody: 'refused' }),
  legal('full form for any other Accept', 'Other Accept values are not spoken of.', {
    acceptUnsupported: 'full',
  }),
  legal('ref form for an open Accept', 'Only named media types are spoken of.', { acceptAnything: 'ref' }),
  legal('400 for another body type', 'Bodies of another type are not spoken of.', {
    contentTypeUnsupported: 400,
  }),
  legal('types converted', 'Values of another type are not spoken of.', { coercesTypes: true }),
  legal('null refused', 'Null is only named for nullable members.', { nullMembers: 'refused' }),
  legal('lengths in UTF-16 units', 'What a length counts is not shown.', { lengthUnit: 'utf16' }),
  legal('lengths of trimmed text', 'What a length counts is not shown.', { lengthUnit: 'trimmed' }),
  legal('amounts with a decimal point', '1.0 and 1 are the same number.', { decimals: 'amounts' }),
  legal('all numbers with a decimal point', '1.0 is an integer to JSON Schema.', { decimals: 'all' }),
  legal('indented JSON', 'White space has no meaning.', { jsonText: 'pretty' }),
  legal('escaped JSON', 'Escapes have no meaning.', { jsonText: 'escaped' }),
  legal('members in another order', 'Members have no order.', { memberOrder: 'reversed' }),
  legal('members beyond the tables', 'No sentence says that there are no others.', { extraMembers: true }),
  legal('collections with more members', 'No sentence says that there are no others.', {
    collectionExtras: true,
  }),
  legal('404 for a path that has no e-mail', 'A segment of the wrong form is not spoken of.', {
    mailForm: 404,
  }),
  legal('e-mails with exact case', 'Only ExternalId is called case-insensitive.', { mailCase: 'exact' }),
  legal('no Date', 'Date belongs to HTTP, and a service without a clock leaves it out.', {
    sendsDate: false,
  }),
  legal('header names in capitals', 'Names of headers have no case.', { upperHeaders: true }),
  legal('tags with commas', 'A tag is opaque; RFC 9110 allows commas in it.', { tagSigns: 'commas' }),
  legal('interim responses', 'A 1xx may come before any response.', { earlyHints: true }),
  legal('connections that end soon', 'Connections belong to HTTP.', { idleMs: 20 }),
  legal('slashes and letters escaped', 'Escapes have no meaning.', { jsonText: 'php' }),
  legal('white space around the document', 'White space has no meaning.', { jsonText: 'spaced' }),
  legal('amounts with cents', '1.00 and 1 are the same number.', { decimals: 'cents' }),
  legal('amounts with an exponent', '1e+3 and 1000 are the same number.', { decimals: 'exponent' }),
  legal('404 as a problem', 'A plain message; its media type is not shown.', { notFound: 'problem' }),
  legal('successes as HAL', 'Content-Type of successes is not shown.', { answerType: 'hal' }),
  legal('Instance decoded', 'A path means the same decoded.', { instance: 'decoded' }),
  legal('Instance with the query', 'The description does not say whether the query belongs to it.', {
    instance: 'query',
  }),
  legal('Instance below the prefix', 'Paths are relative to the base URL.', {
    instance: 'below',
    pathPrefix: 'either',
  }),
  legal('Type as a URN', 'Type is a URI.', { problemType: 'urn' }),
  legal('Errors by JSON pointer', 'How nested properties are named is not shown.', { errorKeys: 'pointer' }),
  legal('a summary in _', 'The key _ may accompany others.', { errorsAlsoEntry: true }),
  legal('now and then 503', '5xx is not shown; Retry-After says when to come back.', { busyEvery: 211 }),
  legal('406 without a body', 'The body of a 406 is not shown.', {
    interceptors: [refusedWith(406, { status: 406, text: '' })],
  }),
  legal('415 as text', 'The body of a 415 is not shown.', {
    interceptors: [refusedWith(415, { status: 415, text: 'Sólo JSON.' })],
  }),
  legal('Content-Location and Last-Modified', 'Other headers are free.', {
    interceptors: [
      addHeaders(PUBLICATION, {
        'Last-Modified': 'Sun, 01 Nov 2026 00:00:00 GMT',
        'Accept-Patch': 'application/json',
      }),
    ],
  }),
  legal('Errors with several texts each', 'A property has an array of strings.', {
    interceptors: [
      {
        at: ANY,
        response: (answer) => {
          const { Errors } = (answer.document ?? {}) as { Errors?: Record<string, string[]> }
          const more = Object.entries(Errors ?? {}).map(([key, texts]) => [key, [...texts, 'Vea la ayuda.']])
          return Errors
            ? { ...answer, document: { ...(answer.document as object), Errors: Object.fromEntries(more) } }
            : answer
        },
      },
    ],
  }),
  legal('the tag in another request header', 'The header of conditional writes is not shown.', {
    interceptors: [
      {
        at: ANY,
        request: (call) => ({
          ...call,
          headers: { ...call.headers, 'if-match': call.headers['x-etiqueta'] },
        }),
      },
    ],
  }),
  legal('revisions as tags', 'A tag belongs to one resource, so two may have the same.', {
    tagNames: 'revision',
  }),
  legal('a tag for each form', 'Each representation may have its own tag.', {
    interceptors: [tagOfForm()],
  }),
  legal('members that differ in every response', 'No sentence says that there are no others.', {
    interceptors: [
      changeDocument(PUBLICATIONS, (document, call) => ({ ...document, Atendido: countCalls(call) })),
    ],
  }),
  legal('JSON with a profile', 'A media type may have parameters.', {
    charset: '; profile="https://vidriera.example/v3"',
  }),
  legal('problems without words', 'Title and Detail are strings.', {
    interceptors: [changeProblem((document) => ({ ...document, Title: '', Detail: '' }))],
  }),
  legal('refs without words', 'Titles of these refs are not shown.', {
    interceptors: [
      changeObjects(/operadores|consultas|directorio/, (object) =>
        'href' in object ? changeMembers(object, ['title'], () => '') : object,
      ),
    ],
  }),
]
