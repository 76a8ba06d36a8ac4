import { assumption } from './assumption.ts'

/** Open questions of the description about the lists, the best-match searches and the version detail. */
export const catalogueAssumptions = [
  assumption({
    id: 'catalogue/detail-media-type',
    question: 'Which media type selects the detail of a version?',
    options: {
      'ex-entry': {
        means:
          '`application/vnd.service.ex-entry+json` gives the detail; the entry type and `application/json` give the summary.',
      },
      json: { means: '`application/json` gives the detail.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Three representations need three media types, and an extended entry is the natural third.',
    statements: ['CAT-03', 'CAT-05'],
  }),
  assumption({
    id: 'catalogue/no-match',
    question: 'What is the response to a best-match search without a match?',
    options: {
      '400': { means: 'A validation problem on the parameter.', default: true },
      '404': { means: '404 with a plain message.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'The operations list 200 and 400 only.',
    statements: ['CAT-07', 'CAT-08', 'ERR-04'],
  }),
  assumption({
    id: 'catalogue/versions-bestmatch',
    question: 'What are the parameters and the result of best-match for versions?',
    options: {
      'match-and-candidates': {
        means:
          '`GET /v3/versiones/bestmatch` takes make and model, optionally trim, year, bodystyle, transmissionType, displacement, power and fuelType; it gives `Match` (summary or null), `Candidates`, the echoes `Make`, `Model`, `Trim`, `FuelType`, `TransmisionType`, and `_links`.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The path is documented, and the shape is known from a public client. Fixed: no other form is known.',
    statements: ['CAT-10'],
  }),
  assumption({
    id: 'catalogue/brands',
    question: 'How are brands listed?',
    options: {
      collection: {
        means: '`GET /v3/marcas?q&soloMercadoNuevos` gives brands or refs, `/v3/marcas/{id}` one of them.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The list is publicly documented. Fixed: no other form is known.',
    statements: ['CAT-09', 'CAT-11'],
  }),
  assumption({
    id: 'catalogue/models',
    question: 'How are models listed?',
    options: {
      'brand-required': {
        means:
          '`GET /v3/modelos?marca&q&soloMercadoNuevos` with a required int32 `marca`; `/v3/modelos/{id}` gives one.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The list is publicly documented. Fixed: no other form is known.',
    statements: ['CAT-09', 'CAT-11'],
  }),
  assumption({
    id: 'catalogue/versions',
    question: 'How are versions listed?',
    options: {
      'model-required': { means: '`GET /v3/versiones?modelo&q&year` with a required int32 `modelo`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Versions belong to a model as models belong to a brand. Fixed: no other form is known.',
    statements: ['CAT-03', 'CAT-11'],
  }),
  assumption({
    id: 'catalogue/cities',
    question: 'How are cities listed?',
    options: {
      'region-or-q': {
        means:
          '`GET /v3/ciudades?region&q` needs one of the two and gives `Nombre` and `Region`, refs are titled `Ciudad (Region)`; `/v3/ciudades/bestmatch?region&city` finds one.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: "The list is documented; only the parameters of its best-match are Playa's choice. Fixed: no other form is known.",
    statements: ['CAT-11', 'COM-08'],
  }),
  assumption({
    id: 'catalogue/regions',
    question: 'How are regions listed?',
    options: {
      'name-and-iso': {
        means: '`GET /v3/regiones?q` gives `Nombre`, `Iso` (ISO 3166-2) and a link block `Ciudades`.',
      },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Requests accept a name or an ISO code, so the list has to show both. Fixed: no other form is known.',
    statements: ['CAT-11', 'PUB-26', 'COM-08'],
  }),
  assumption({
    id: 'catalogue/currencies',
    question: 'How are currencies listed?',
    options: {
      'name-codename-symbol': {
        means: '`GET /v3/monedas` gives `Nombre`, `Codename` (ISO 4217) and `Simbolo`.',
      },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Requests accept a name or a code, so the list has to show both. Fixed: no other form is known.',
    statements: ['CAT-11', 'COM-07'],
  }),
  assumption({
    id: 'catalogue/fuels',
    question: 'How are fuel types listed?',
    options: {
      'name-and-codename': { means: '`GET /v3/propulsiones` gives `Nombre` and `Codename`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Requests accept a name or a codename, so the list has to show both. Fixed: no other form is known.',
    statements: ['CAT-11', 'PUB-13'],
  }),
  assumption({
    id: 'catalogue/body-styles',
    question: 'How are body styles listed?',
    options: {
      'name-and-codename': { means: '`GET /v3/carrocerias` gives `Nombre` and `Codename`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Requests accept a name or a codename, so the list has to show both. Fixed: no other form is known.',
    statements: ['CAT-11', 'PUB-13', 'CAT-12'],
  }),
  assumption({
    id: 'catalogue/best-match-scoring',
    question: 'How does best-match rank candidates?',
    options: {
      'exact-first': {
        means:
          'Exact api-url, path, full name, codename and id come first, then the same words without accents and case, the same sound, a missing last letter, typing errors in the whole name, beginnings of words and of codenames; words after a certain match are ignored; a tie is not a match.',
      },
    },
    switchable: false,
    evidence: 'free',
    why: 'An exact form must beat every similar one, and a tie must not be decided by guessing. Fixed: ranking is a measure, not a choice between behaviours.',
    statements: ['COM-11', 'CAT-12'],
  }),
  assumption({
    id: 'catalogue/ordinary-words',
    question: 'Does an ordinary word in a `Version`, such as `fiesta`, name the car by itself?',
    options: {
      'need-company': {
        means: 'Only together with the brand or other words of that car: `fiesta 1.6`.',
      },
      name: { means: 'It names the model of that name.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A listing must not get a car that its author did not name.',
    statements: ['PUB-10', 'COM-11'],
  }),
  assumption({
    id: 'catalogue/numeric-names',
    question: 'Is a text such as `208` a name or an id?',
    options: {
      name: { means: 'The name or codename within the given brand comes first.' },
      id: { means: 'The id comes first.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Within a given brand people mean the name. Fixed: the index of the catalogue is built for one order.',
    statements: ['CAT-12', 'COM-11'],
  }),
  assumption({
    id: 'catalogue/q',
    question: 'What is `q` of the lists compared with?',
    options: {
      part: { means: 'The codename or any part of the name, without accents and case.' },
      'exact-case': { means: 'Any part of the name, in exactly that case.' },
      start: { means: 'The start of the name.' },
    },
    switchable: false,
    evidence: 'documented',
    why: 'Search by part of a name is documented; people type without accents. Fixed: a search that finds less can be tested with a text that matches nothing.',
    statements: ['CAT-11'],
  }),
  assumption({
    id: 'catalogue/list-size',
    question: 'Are the lists paged?',
    options: {
      whole: { means: 'No: a list is complete.' },
      pages: { means: 'Yes, as publications are.' },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The documented lists have no paging members. Fixed: the lists are short, and paging can be tested with the lists of an agency.',
    statements: ['CAT-11', 'COM-05'],
  }),
  assumption({
    id: 'catalogue/bodystyle-no-match',
    question: 'What happens to a `bodystyle` that matches nothing, or that the model does not have?',
    options: {
      '400': { means: 'A validation problem on `bodystyle`.', default: true },
      ignored: { means: 'The search ignores it.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A filter that is silently ignored gives wrong responses.',
    statements: ['CAT-07', 'CAT-12'],
  }),
  assumption({
    id: 'catalogue/detail-types',
    question: 'Which types do the first members of the version detail have?',
    options: {
      'precio-valor': {
        means:
          '`Precio` is a `Valor`, `Colores` are strings, `Origen`, `Garantia` and `Foto` strings or null, `VersionYear` may be null.',
      },
      'precio-number': { means: '`Precio` is a number.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Prices elsewhere are `Valor`, and the rest looks like text. Fixed: the types of responses are derived from one schema.',
    statements: ['CAT-05', 'COM-07', 'COM-14'],
  }),
  assumption({
    id: 'catalogue/technical-rows',
    question: 'What do `Valor` and `Datos` in a row of `InfoTecnica` contain?',
    options: {
      'value-in-valor': {
        means: '`Valor` the value with its unit (`1598 cm3`, `4580 mm`), `Datos` the name.',
      },
      'value-in-datos': { means: '`Datos` the value with its unit, `Valor` the name.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The names suggest it; units are metric and included in the text.',
    statements: ['CAT-05'],
  }),
  assumption({
    id: 'catalogue/order',
    question: 'In which order are the lists of the catalogue?',
    options: {
      'as-given': {
        means:
          'In that of the catalogue: versions by year, newest first; places and brands with the best known first.',
      },
      'by-name': { means: 'By name, without accents and case.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'What most people look for should come first.',
    statements: ['CAT-11', 'COM-05'],
  }),
] as const
