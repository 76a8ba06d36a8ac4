import { assumption } from './assumption.ts'

/** Open questions of the description about reading inquiries. */
export const inquiryAssumptions = [
  assumption({
    id: 'inquiries/enumerations',
    question: 'Which values do the enumerated members of an inquiry take?',
    options: {
      listed: {
        means:
          '`OrigenLead` `form`, `telefono`, `whatsapp`; `TipoAnuncio` `publicacion`, `catalogo`; `Interes` `compra`, `permuta`, `postventa`; `Estado` `usado`, `nuevo`. A reader has to tolerate more.',
      },
    },
    switchable: false,
    evidence: 'description',
    why: 'The first of each are described; the others are what such a service will meet. Fixed: no other form is known.',
    statements: ['INQ-02'],
  }),
  assumption({
    id: 'inquiries/period',
    question: 'Which period is read without `desde` or `hasta`?',
    options: {
      '30-days': {
        means:
          "Up to today, from 30 days before `hasta` but within the minimum; both days whole, in the agency's zone.",
      },
      '90-days': { means: 'All days since the minimum.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A month is what a reader wants first, and whole days need no clock.',
    statements: ['INQ-05', 'INQ-06'],
  }),
  assumption({
    id: 'inquiries/order',
    question: 'In which order do inquiries come?',
    options: {
      'newest-first': { means: 'The latest reception first.' },
      'oldest-first': { means: 'The earliest reception first.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The newest lead is the most urgent.',
    statements: ['INQ-04'],
  }),
  assumption({
    id: 'inquiries/beyond-last',
    question: 'What answers a page past the last?',
    options: {
      '200': { means: 'A page with empty `_entries`.', default: true },
      '404': { means: '404 with a plain message.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The period exists; that page of it just has nothing.',
    statements: ['INQ-04', 'INQ-06'],
  }),
  assumption({
    id: 'inquiries/without-adminmail',
    question: 'Which path is used when `adminMail` is omitted?',
    options: {
      'no-segment': { means: '`GET /v3/consultas?operador=`.' },
    },
    switchable: false,
    evidence: 'documented',
    why: 'Public documentation shows this form for operators. Fixed: no other form is known.',
    statements: ['INQ-08'],
  }),
  assumption({
    id: 'inquiries/hasta-before-desde',
    question: 'What answers a period that ends before it begins?',
    options: {
      '400': { means: 'A validation problem.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'The values contradict each other. Fixed: no other form is known.',
    statements: ['INQ-05', 'INQ-06'],
  }),
  assumption({
    id: 'inquiries/other-kinds',
    question: "Which inquiries does the agency's enabling of the app add?",
    options: {
      'other-apps-and-catalogue': {
        means: 'Those on publications of other apps, and those on catalogue entries.',
      },
    },
    switchable: false,
    evidence: 'description',
    why: 'The description says other kinds, and these are the two that there are. Fixed: no other form is known.',
    statements: ['INQ-07'],
  }),
  assumption({
    id: 'inquiries/page-size',
    question: 'How many entries does a page of inquiries, publications or visits hold?',
    options: {
      '100': { means: '100.', default: true },
      size: {
        means: 'The number that is given.',
        value: { kind: 'integer', min: 1, max: 1000, example: 20 },
      },
    },
    switchable: true,
    evidence: 'description',
    why: 'The example of the description shows 100.',
    statements: ['INQ-04'],
  }),
  assumption({
    id: 'inquiries/pagina-minimum',
    question: 'What becomes of a `pagina` below 1, or of one that is no integer?',
    options: {
      '400': { means: 'A validation problem on `pagina`.', default: true },
      'first-page': { means: 'The first page.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Above 99 is 400, so the other side should be too.',
    statements: ['INQ-05', 'INQ-06'],
  }),
  assumption({
    id: 'inquiries/visible-to',
    question: 'Which inquiries are visible to an operator?',
    options: {
      'administrator-all': {
        means: 'Those that the operator is responsible for; the administrator sees all.',
      },
      'own-only': { means: 'Those that the operator is responsible for, the administrator included.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'An administrator looks after the whole agency.',
    statements: ['INQ-05', 'AGE-13'],
  }),
  assumption({
    id: 'inquiries/unknown-filter',
    question: 'What answers an `operador` or `externalid` that does not exist?',
    options: {
      empty: { means: 'An empty page, or 404 when there is no segment to name the agency.', default: true },
      '400': { means: 'A validation problem on the parameter.' },
      '404': { means: '404 with a plain message.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A filter that finds nothing gives an empty page.',
    statements: ['INQ-05', 'INQ-08', 'ERR-04'],
  }),
  assumption({
    id: 'inquiries/period-shown',
    question: 'Which moments do `Desde` and `Hasta` of a page show?',
    options: {
      'day-bounds': {
        means: 'The first second of the first day and the last second of the last, with offset.',
      },
      midnights: { means: 'Midnight at both ends.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Both bounds are inclusive this way.',
    statements: ['INQ-04', 'INQ-05'],
  }),
  assumption({
    id: 'inquiries/hasta-future',
    question: 'What becomes of a `hasta` after today?',
    options: {
      accepted: { means: 'It is accepted.', default: true },
      '400': { means: 'A validation problem on `hasta`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'An open end does no harm.',
    statements: ['INQ-05'],
  }),
  assumption({
    id: 'inquiries/nullable-members',
    question: 'Which members of `Interesado` may be null, and of which type is `QuiereCotizacionSeguro`?',
    options: {
      boolean: {
        means:
          'All but `Interes` may be null, parts of `InfoOperacion` too; `QuiereCotizacionSeguro` is a boolean or null.',
      },
      string: { means: 'The same, but `QuiereCotizacionSeguro` is a string or null.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'A lead may come with hardly any data, and a wish is yes, no or unknown. Fixed: the types of answers derive from one schema.',
    statements: ['INQ-02', 'COM-14'],
  }),
  assumption({
    id: 'inquiries/auto',
    question: 'Which state of its publication does the `Auto` of an inquiry show?',
    options: {
      'at-reception': { means: 'That of the moment of reception.' },
      live: { means: 'The present one.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A lead is a record of what the person saw.',
    statements: ['INQ-02'],
  }),
  assumption({
    id: 'inquiries/operator',
    question: 'Which operator is responsible for an inquiry after the publication got another one?',
    options: {
      'at-reception': { means: 'The one who was responsible at reception.' },
      live: { means: 'The one who is responsible now.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A lead stays with the person who began to work on it.',
    statements: ['INQ-02', 'INQ-05'],
  }),
  assumption({
    id: 'inquiries/catalogue-price',
    question: 'Which `Precio` does the `Auto` of a catalogue inquiry show?',
    options: {
      'list-price': { means: 'The list price of the version, null when it is no longer sold new.' },
      null: { means: 'Null.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'It is the price that the person saw on the catalogue entry.',
    statements: ['INQ-02', 'INQ-03'],
  }),
] as const
