import { assumption } from './assumption.ts'

/** Open questions of the description about reading inquiries. */
export const inquiryAssumptions = [
  assumption({
    id: 'inquiries/enumerations',
    question: 'Which values do the enumerated members of an inquiry have?',
    options: {
      listed: {
        means:
          '`OrigenLead` `form`, `telefono`, `whatsapp`; `TipoAnuncio` `publicacion`, `catalogo`; `Interes` `compra`, `permuta`, `postventa`; `Estado` `usado`, `nuevo`. A client must tolerate others.',
      },
    },
    switchable: false,
    evidence: 'description',
    why: 'The first of each is described; the others are what such a service is likely to need. Fixed: no other form is known.',
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
    why: 'Clients usually want the last month, and whole days do not depend on the time of day.',
    statements: ['INQ-05', 'INQ-06'],
  }),
  assumption({
    id: 'inquiries/order',
    question: 'In which order are inquiries listed?',
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
    question: 'What is the response to a page past the last?',
    options: {
      '200': { means: 'A page with empty `_entries`.', default: true },
      '404': { means: '404 with a plain message.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The period exists, but that page of it is empty.',
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
    question: 'What is the response to a period that ends before it begins?',
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
    question: 'Which further inquiries does an app see that the agency has enabled?',
    options: {
      'other-apps-and-catalogue': {
        means: 'Those on publications of other apps, and those on catalogue entries.',
      },
    },
    switchable: false,
    evidence: 'description',
    why: 'The description says "other kinds", and there are these two. Fixed: no other form is known.',
    statements: ['INQ-07'],
  }),
  assumption({
    id: 'inquiries/page-size',
    question: 'How many entries does a page of inquiries, publications or visits have?',
    options: {
      '100': { means: '100.', default: true },
      size: {
        means: 'The given number.',
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
    question: 'What happens to a `pagina` below 1, or of one that is not an integer?',
    options: {
      '400': { means: 'A validation problem on `pagina`.', default: true },
      'first-page': { means: 'The first page.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A value above 99 is 400, so one below 1 should be too.',
    statements: ['INQ-05', 'INQ-06'],
  }),
  assumption({
    id: 'inquiries/visible-to',
    question: 'Which inquiries are visible to an operator?',
    options: {
      'administrator-all': {
        means: 'Those that the operator is responsible for; the administrator sees all.',
      },
      'own-only': {
        means: 'Those that the operator is responsible for, also if the operator is the administrator.',
      },
    },
    switchable: true,
    evidence: 'free',
    why: 'An administrator is responsible for the whole agency.',
    statements: ['INQ-05', 'AGE-13'],
  }),
  assumption({
    id: 'inquiries/unknown-filter',
    question: 'What is the response to an `operador` or `externalid` that does not exist?',
    options: {
      empty: { means: 'An empty page, or 404 if no path segment names the agency.', default: true },
      '400': { means: 'A validation problem on the parameter.' },
      '404': { means: '404 with a plain message.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A filter without matches gives an empty page.',
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
    why: 'This makes both bounds inclusive.',
    statements: ['INQ-04', 'INQ-05'],
  }),
  assumption({
    id: 'inquiries/hasta-future',
    question: 'What happens to a `hasta` after today?',
    options: {
      accepted: { means: 'It is accepted.', default: true },
      '400': { means: 'A validation problem on `hasta`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'It does no harm.',
    statements: ['INQ-05'],
  }),
  assumption({
    id: 'inquiries/nullable-members',
    question: 'Which members of `Interesado` may be null, and what is the type of `QuiereCotizacionSeguro`?',
    options: {
      boolean: {
        means:
          'All but `Interes` may be null, parts of `InfoOperacion` too; `QuiereCotizacionSeguro` is a boolean or null.',
      },
      string: { means: 'The same, but `QuiereCotizacionSeguro` is a string or null.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'A lead may come with very little data, and the wish for a quote is yes, no or unknown. Fixed: the types of responses are derived from one schema.',
    statements: ['INQ-02', 'COM-14'],
  }),
  assumption({
    id: 'inquiries/auto',
    question: 'Which state of the publication does the `Auto` of an inquiry show?',
    options: {
      'at-reception': { means: 'That at the time of reception.' },
      live: { means: 'The current one.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A lead records what the person saw.',
    statements: ['INQ-02'],
  }),
  assumption({
    id: 'inquiries/operator',
    question: "Which operator is responsible for an inquiry after the publication's operator has changed?",
    options: {
      'at-reception': { means: 'The one who was responsible at reception.' },
      live: { means: 'The one who is responsible now.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A lead stays with the person who started to work on it.',
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
    why: 'It is the price that the person saw in the catalogue entry.',
    statements: ['INQ-02', 'INQ-03'],
  }),
] as const
