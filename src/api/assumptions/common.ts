import { assumption } from './assumption.ts'

/** Open questions of the description about links, media types, precedence and the shared shapes. */
export const commonAssumptions = [
  assumption({
    id: 'common/href-form',
    question: 'Which form does an `href` have?',
    options: {
      'root-relative': { means: '`href` is a path from the root, such as `/v3/marcas`.' },
      absolute: { means: '`href` is a URL with scheme and host.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'A path from the root survives a proxy or a tunnel in front of the server.',
    statements: ['COM-02', 'COM-06'],
  }),
  assumption({
    id: 'common/relation-names',
    question: 'Which names do the relations in `_links` have?',
    options: {
      'path-words': {
        means:
          '`self`, the paging names `first`, `prev`, `next` and `last`, actions by path word or verb (`editar`, `modificar`, `suspender`, `archivar`, `bestmatch`, `buscar`), related resources by noun.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'Only `bestmatch` is publicly documented; the rest follows the words of the paths. Fixed: clients read relations by name, so other names would only need other fixtures.',
    statements: ['COM-03', 'COM-12'],
  }),
  assumption({
    id: 'common/vendor',
    question: 'Which vendor name do the media types contain?',
    options: {
      service: { means: 'The media types read `application/vnd.service.entry+json` and so on.' },
      token: {
        isSurvivable: false,
        means: 'Another word takes the place of `service`.',
        value: { kind: 'word', pattern: '[a-z0-9][a-z0-9-]*', example: 'acme' },
      },
    },
    switchable: true,
    evidence: 'description',
    why: 'The description writes `vnd.service`.',
    statements: ['COM-10'],
  }),
  assumption({
    id: 'common/accept-unsupported',
    question:
      'What is the response to an `Accept` that names no media type of the resource, or a ref where there is none?',
    options: {
      '406': { means: 'A problem with status 406.', default: true },
      'full-form': { means: 'The full form, as if `Accept` were absent.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9110 defines 406 for this case.',
    statements: ['COM-10'],
  }),
  assumption({
    id: 'common/content-type-unsupported',
    question: 'What is the response to a body of a media type that is not JSON?',
    options: {
      '415': { means: 'A problem with status 415.', default: true },
      '400': { means: 'A validation problem with status 400.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9110 defines 415 for this case.',
    statements: ['COM-01', 'ERR-01'],
  }),
  assumption({
    id: 'common/unknown-members',
    question: 'What happens to body members and query parameters that are not documented?',
    options: {
      ignored: { means: 'They have no effect.', default: true },
      '400': { means: 'A validation problem on the unknown name.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A tolerant service keeps working with newer clients.',
    statements: ['COM-01', 'COM-14'],
  }),
  assumption({
    id: 'common/method-not-allowed',
    question: 'What is the response to a method that a known path does not have?',
    options: {
      '405': { means: 'A problem with status 405 and an `Allow` header.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'RFC 9110 requires `Allow` with 405. Fixed: no other response is known.',
    statements: ['COM-01', 'ERR-09'],
  }),
  assumption({
    id: 'common/valor-bounds',
    question: 'Which values may `Importe` have?',
    options: {
      bounded: { means: 'From 0 to 999999999999.99, with at most two decimals.' },
      unbounded: { means: 'Any number.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Amounts are neither negative nor finer than cents, and a double represents amounts of this size exactly.',
    statements: ['COM-07'],
  }),
  assumption({
    id: 'common/precedence',
    question: 'Which refusal wins when several apply?',
    options: {
      standard: {
        means:
          '401, 429, 404 of the path, 405, 406, 400 of a path parameter, 404 of the target, 403 for missing access, 428, 412, 413, 415, 400 of the body, then 403 or 409 of the state.',
      },
      'body-before-precondition': {
        means: '400 of the body comes before 412; the rest is as in the standard order.',
      },
      'access-after-body': {
        means: '403 for missing access comes after 400 of the body; the rest is as in the standard order.',
      },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9110 section 13.2.1 evaluates preconditions after the ordinary request checks and before the content.',
    statements: ['ERR-01', 'ERR-04', 'ERR-05', 'ERR-09', 'PUB-34'],
  }),
  assumption({
    id: 'common/time-zone',
    question: 'Which offset do date-times have, and where does a day begin?',
    options: {
      agency: { means: "The agency's zone, -03:00, for both." },
      utc: { means: 'UTC for both.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Agencies read their leads in local time.',
    statements: ['INQ-02', 'INQ-04', 'INQ-05'],
  }),
  assumption({
    id: 'common/path-parameters',
    question: 'What is the response to a malformed path segment?',
    options: {
      'by-segment': {
        means:
          'An `adminmail` that is not an e-mail address gets 400 on `adminMail` where the operation lists 400; every other malformed segment gets 404.',
        default: true,
      },
      '404': { means: '404 for every segment.' },
      '400': {
        means:
          '400 for every malformed e-mail and number. `externalid`, `sid` and `topic` have no fixed form, so an unknown one stays 404.',
      },
    },
    switchable: true,
    evidence: 'inferred',
    why: '400 is only possible where the operation lists it; elsewhere no resource has such an address.',
    statements: ['COM-13', 'ERR-03', 'ERR-04'],
  }),
  assumption({
    id: 'common/write-to-unknown',
    question:
      'What is the response to a write to an agency or publication that does not exist for the app, where the operation lists no 404?',
    options: {
      '404': { means: '404 with a plain message, as for reads.', default: true },
      '403': { means: 'A problem with status 403.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Reads of the same address answer 404, and a write should not reveal more than they do.',
    statements: ['PUB-01', 'PUB-21', 'PUB-28', 'AGE-05', 'ERR-07'],
  }),
  assumption({
    id: 'common/adminmail-case',
    question: 'Does case matter in `adminmail` and `operador`?',
    options: {
      same: { means: 'It does not.', default: true },
      '404': { means: 'It does: the address in another case is unknown.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'E-mail addresses are compared without case nearly everywhere. Fixed: addresses are keys of the world, which fold their case.',
    statements: ['COM-13', 'AGE-12'],
  }),
  assumption({
    id: 'common/path-form',
    question: 'What is the response to a fixed path segment in another case, or a slash at the end?',
    options: {
      '404': { means: 'Nothing is found there.', default: true },
      same: { means: 'The same resource answers.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'URI paths are case-sensitive, and a resource should have a single address. Fixed: the server routes paths as they were sent, before a world with its options is known.',
    statements: ['COM-01', 'COM-13'],
  }),
  assumption({
    id: 'common/query-parameters',
    question: 'How are empty and repeated query parameters read?',
    options: {
      'empty-absent': {
        means: 'An empty one counts as absent; of several, the first counts.',
        default: true,
      },
      '400': { means: 'A validation problem on that parameter.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Forms send empty fields, and most frameworks take the first of several.',
    statements: ['INQ-05', 'CAT-07', 'CAT-08'],
  }),
  assumption({
    id: 'common/parameter-spellings',
    question: 'Which spellings of an integer or a boolean does a path or a query take?',
    options: {
      any: { means: 'Also `+5`, `05` and `TRUE`.' },
      plain: { means: 'Only `5` and `true`; others are malformed.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Most frameworks parse numbers leniently.',
    statements: ['COM-13', 'INQ-05', 'CAT-03'],
  }),
  assumption({
    id: 'common/link-reach',
    question: 'How far do links lead from `GET /v3`?',
    options: {
      'every-operation': { means: 'Every operation is reachable, including those known only from links.' },
      'documented-blocks': { means: 'Only the operations in the documented link blocks are reachable.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'A client that starts at the entry point should never have to build a path. Fixed: fewer links would only remove what a client may ignore.',
    statements: ['COM-12', 'AGE-11'],
  }),
  assumption({
    id: 'common/template-syntax',
    question: 'How are URI templates written?',
    options: {
      'rfc-6570': { means: 'Form-style expressions, `{?a,b}`.' },
      'literal-query': { isSurvivable: false, means: 'The query is spelled out, `?a={a}&b={b}`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 6570 is the standard for URI templates.',
    statements: ['COM-02'],
  }),
  assumption({
    id: 'common/ref-titles',
    question: 'What text is the `title` of a ref?',
    options: {
      composed: {
        means:
          'Publication and version `Marca Modelo Version VersionYear`, agency `NombreComercial`, inquiry `Nombre Apellido, Marca Modelo`, places and catalogue entries their name.',
      },
      'any-text': { means: 'Any text.' },
    },
    switchable: false,
    evidence: 'documented',
    why: "The publication's parts are described; the others use the name that a person would. Fixed: a title is for people, so no client can depend on another one.",
    statements: ['COM-06', 'PUB-02'],
  }),
  assumption({
    id: 'common/etag-elsewhere',
    question: 'Do resources other than publications and the entry point have an `ETag` and answer 304?',
    options: {
      none: { means: 'No other resource has an entity tag.' },
      'every-get': { means: 'Every 200 to a GET carries one, and `If-None-Match` is honoured.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'The description gives both to these two only.',
    statements: ['ERR-10', 'CAT-02'],
  }),
  assumption({
    id: 'common/cache-headers',
    question: 'Which caching headers do responses carry?',
    options: {
      vary: { means: 'Only `Vary: Accept`.' },
      'private-no-cache': { means: '`Cache-Control: private, no-cache` as well.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The representation depends on `Accept`, so caches need `Vary` and nothing else.',
    statements: ['COM-10', 'ERR-10'],
  }),
  assumption({
    id: 'common/answer-content-type',
    question: 'Which `Content-Type` do success responses carry?',
    options: {
      accepted: {
        means:
          'The media type that was accepted, without parameters; `application/json` when any type is acceptable or none was named.',
      },
      'charset-added': { means: 'The same with `; charset=utf-8`.' },
      'entry-type': { means: "The vendor's entry type when any type is acceptable or none was named." },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A client that asks for a type expects to get that type by name.',
    statements: ['COM-10'],
  }),
  assumption({
    id: 'common/request-media-types',
    question: 'Which media types may a body have?',
    options: {
      'json-family': { means: '`application/json`, `text/json`, `application/*+json`, or none named.' },
      'json-only': { means: 'Only `application/json`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Responses come in these types, so a client may well send them back.',
    statements: ['COM-01', 'COM-10'],
  }),
  assumption({
    id: 'common/unexpected-body',
    question: 'What happens to a request body where none is documented?',
    options: {
      ignored: { means: 'It is not read, whatever it contains.', default: true },
      '400': { means: 'A validation problem with the key `_`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Many clients send `{}` with every PATCH.',
    statements: ['PUB-29', 'PUB-30'],
  }),
  assumption({
    id: 'common/types',
    question: 'What happens to a value of another JSON type, such as `"2020"` for an integer?',
    options: {
      '400': { means: 'A validation problem on the member.', default: true },
      converted: { means: 'It is converted if possible, otherwise refused.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The tables give one type for each member.',
    statements: ['COM-14'],
  }),
  assumption({
    id: 'common/null-members',
    question: 'What happens to null in a member for which null is not mentioned?',
    options: {
      absent: { isSurvivable: false, means: 'It counts as absent.', default: true },
      '400': { means: 'A validation problem on the member.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Many serializers write null for whatever is not set.',
    statements: ['COM-14'],
  }),
  assumption({
    id: 'common/length-unit',
    question: 'What does a length bound count?',
    options: {
      'utf-16': { means: 'UTF-16 code units of the text as sent.' },
      'code-points': { means: 'Unicode code points.' },
      trimmed: { means: 'UTF-16 code units after trimming white space at both ends.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'The platforms behind such services count strings in UTF-16 code units. Fixed: the bounds are part of the body schemas, which do not depend on options; texts whose length differs by unit are rare.',
    statements: ['PUB-03', 'PUB-04', 'AGE-03', 'AGE-05'],
  }),
  assumption({
    id: 'common/valor-members',
    question:
      'What happens to a `Valor` without `Moneda` or `Importe`, or with a currency that has no match?',
    options: {
      '400': { means: 'A validation problem on the member inside, such as `Precio.Moneda`.', default: true },
      dropped: { means: 'The amount becomes null.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'An amount without a currency means nothing. Fixed: the body schemas, which do not depend on options, require both members.',
    statements: ['COM-07'],
  }),
  assumption({
    id: 'common/currency',
    question:
      'In which form do responses show `Moneda`, which requests may give as id, api-url, api-url-path, name or ISO 4217 code?',
    options: {
      code: { means: 'The ISO 4217 code.' },
      name: { means: "The currency's name." },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The code is short and the same in every language. Fixed: amounts are stored and compared by code.',
    statements: ['COM-07', 'COM-11'],
  }),
  assumption({
    id: 'common/currency-words',
    question: 'Which currency do everyday words and symbols name, such as `pesos`, `dólares` and `U$S`?',
    options: {
      'first-listed': {
        means: 'The first currency of the list with that symbol or that word in its name.',
      },
      none: { means: 'None: only id, api-url, api-url-path, name and ISO 4217 code do.' },
    },
    switchable: false,
    evidence: 'free',
    why: "Best-match accepts part of a name, and the list begins with the market's own currency. Fixed: names are matched in the same way in every world.",
    statements: ['COM-11', 'COM-07'],
  }),
  assumption({
    id: 'common/api-url',
    question: 'Does an api-url of another host or world resolve?',
    options: {
      'path-only': {
        means:
          'Its path from `/v3` decides and the host is not compared; length bounds count the text as sent.',
      },
      'own-base-only': { means: "Only the server's own base and world resolve." },
    },
    switchable: false,
    evidence: 'free',
    why: 'Clients keep such URLs, while hosts and base paths change. Fixed: the domain knows neither host nor world of a request.',
    statements: ['COM-11'],
  }),
  assumption({
    id: 'common/accept-malformed',
    question: 'What does an `Accept` mean if none of its members is a media range?',
    options: {
      'no-form': { means: 'It names no media type, so `common/accept-unsupported` decides.' },
      any: { means: 'It counts as absent.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Members that are not media ranges name nothing, and parameters such as a charset are not compared.',
    statements: ['COM-10'],
  }),
  assumption({
    id: 'common/charset',
    question: 'What happens to a body whose `Content-Type` names a charset other than UTF-8?',
    options: {
      refused: {
        means: 'It is treated as a body of an unsupported media type (`common/content-type-unsupported`).',
      },
      ignored: { means: 'It is read as UTF-8.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 8259 requires JSON in UTF-8, and reading another charset as UTF-8 would garble names.',
    statements: ['COM-01'],
  }),
] as const
