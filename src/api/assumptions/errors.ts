import { assumption } from './assumption.ts'

/** Open questions of the description about refusals, rates and future versions. */
export const errorAssumptions = [
  assumption({
    id: 'errors/not-found',
    question: 'What is the body of a 404?',
    options: {
      text: { means: 'A sentence as `text/plain; charset=utf-8`.' },
      'json-string': { means: 'A sentence as a JSON string.' },
      problem: { means: 'ProblemDetails.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'The description calls it a plain message.',
    statements: ['ERR-04'],
  }),
  assumption({
    id: 'errors/member-casing',
    question: 'In which case are the members of a problem?',
    options: {
      pascal: { means: '`Type`, `Title`, `Status`.' },
      camel: { means: '`type`, `title`, `status`.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'The description writes them this way.',
    statements: ['ERR-02', 'ERR-03'],
  }),
  assumption({
    id: 'errors/titles',
    question: 'Which texts are in `Title` and `Detail`?',
    options: {
      spanish: {
        means:
          '400 `Validación de información esperada fallida` with `Alguna información contiene valores no validos.`; 403 `Operación prohibida`; 409 `Entidad duplicada` or `Conflicto de estado`; 412 `Precondición fallida`.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The texts of 400 are documented, the others follow their style. Fixed: no other form is known.',
    statements: ['ERR-02', 'ERR-03'],
  }),
  assumption({
    id: 'errors/type',
    question: 'Which URI is in `Type`?',
    options: {
      httpstatuses: { means: '`https://httpstatuses.com/{status}`.' },
    },
    switchable: false,
    evidence: 'documented',
    why: 'Public documentation shows this URI. Fixed: no other form is known.',
    statements: ['ERR-02'],
  }),
  assumption({
    id: 'errors/malformed-json',
    question:
      'What is the response to a body that is malformed, empty, not a JSON object, or has more than 16,384 members?',
    options: {
      '400': { means: 'A validation problem with the key `_`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'The problem belongs to no single property. Fixed: no other form is known.',
    statements: ['ERR-03', 'COM-01'],
  }),
  assumption({
    id: 'errors/body-too-large',
    question: 'What is the response to a body of more than 1 MiB, or of more than 131,072 JSON values?',
    options: {
      '413': { means: 'A problem with status 413.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'RFC 9110 defines 413 for this case, and no described body is nearly as large. Fixed: no other form is known.',
    statements: ['ERR-09'],
  }),
  assumption({
    id: 'errors/keys',
    question: 'Which names are the keys of `Errors`?',
    options: {
      paths: {
        means:
          'Paths of members, such as `Precio.Importe` or `Fotos[0]`, and parameters as the description writes them, such as `adminMail` or `pagina`.',
      },
      'top-level': { means: 'Only the name of the outermost member.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A path says which of several photos or amounts is meant.',
    statements: ['ERR-03', 'COM-13'],
  }),
  assumption({
    id: 'errors/how-many',
    question: 'How many issues of one body does `Errors` list?',
    options: {
      all: { means: 'All of them.' },
      first: { means: 'Only the first.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Each property has its own list, so there is room for all.',
    statements: ['ERR-03'],
  }),
  assumption({
    id: 'errors/conflict-keys',
    question: 'Which key of `Errors` does a conflict of state use?',
    options: {
      entry: { means: '`_`.' },
      'estado-actual': { means: '`EstadoActual`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A refused transition concerns the whole entry.',
    statements: ['ERR-03', 'PUB-31'],
  }),
  assumption({
    id: 'errors/precondition-type',
    question: 'Which media type does a 412 have?',
    options: {
      'accepted-type': { means: 'The type that the successful response would have had.' },
      'json-or-problem': {
        means: '`application/json`, or `application/problem+json` when any type will do.',
      },
    },
    switchable: true,
    evidence: 'description',
    why: 'The description ties it to the JSON types of `Accept`.',
    statements: ['ERR-05', 'PUB-34'],
  }),
  assumption({
    id: 'limits/rate',
    question: 'Is the rate of requests limited?',
    options: {
      off: { means: 'It is not.' },
      'per-minute': {
        means:
          'Each app may send that many requests a minute; then it gets a problem with status 429 and `Retry-After`.',
        value: { kind: 'integer', min: 1, max: 1000000, example: 60 },
      },
    },
    switchable: true,
    evidence: 'free',
    why: 'The description shows no limit, and a sandbox should not invent one.',
    statements: ['ERR-09'],
  }),
  assumption({
    id: 'limits/texts',
    question: 'How long may a text be if the description gives no maximum?',
    options: { '10000': { means: 'Up to 10,000 characters; a longer one is 400.' } },
    switchable: false,
    evidence: 'free',
    why: 'It is far above any real use, and keeps clients from filling the memory of the server. Fixed: a server has the same limits in every world.',
    statements: ['COM-14'],
  }),
  assumption({
    id: 'limits/photos',
    question: 'How many photos may a publication have at most?',
    options: { '1000': { means: 'Up to 1,000; more are 400 on `Fotos`.' } },
    switchable: false,
    evidence: 'free',
    why: 'The description gives no maximum; this one is far above any real use. Fixed: a server has the same limits in every world.',
    statements: ['PUB-17'],
  }),
  assumption({
    id: 'limits/branches',
    question: 'How many branches may an agency have at most?',
    options: { '500': { means: 'Up to 500; a further one is 400.' } },
    switchable: false,
    evidence: 'free',
    why: 'Their list is not paged, so it must be limited. Fixed: a server has the same limits in every world.',
    statements: ['AGE-11'],
  }),
  assumption({
    id: 'limits/recipients',
    question: 'How many recipients may one mail have at most?',
    options: { '100': { means: 'To the first 100 of the list.' } },
    switchable: false,
    evidence: 'free',
    why: 'A sandbox must not send mass mail. Fixed: a server has the same limits in every world.',
    statements: ['AGE-10', 'EVT-06'],
  }),
  assumption({
    id: 'versioning/deprecation',
    question: 'Which signals announce a future version?',
    options: {
      none: { means: 'None.' },
      headers: { means: '`Deprecation` and `Sunset` headers on every response.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9745 and RFC 8594 define these headers, but no live service of this kind is known to send them.',
    statements: ['COM-01'],
  }),
] as const
