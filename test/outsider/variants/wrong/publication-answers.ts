import type { Writing } from '../../faults.ts'
import { Href } from '../../http/href.ts'
import { amountsIn, entriesIn, textIn, textOf } from '../document-edits.ts'
import { changeDocument, changeEntries, memoryOf, publicationIn } from '../interceptors.ts'
import { ARCHIVE, CREATE, PATCH, PUBLICATION, PUBLICATION_LIST, PUT, SUSPEND } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const DIFFERENCES: readonly (readonly [Writing, string, 'ref'?])[] = [
  ['create', 'Color'],
  ['create', 'EstadoActual'],
  ['create', 'Kilometraje'],
  ['create', 'title', 'ref'],
  ['put', 'Descripcion'],
  ['put', 'Telefono'],
  ['put', 'EstadoActual', 'ref'],
  ['patch', 'Precio'],
  ['patch', 'etag', 'ref'],
  ['suspender', 'EstadoActual'],
  ['suspender', 'Fotos'],
  ['archivar', 'EstadoActual'],
  ['archivar', 'RefStock'],
]

const ANSWERING: Readonly<Record<Writing, string>> = {
  create: 'PUB-01',
  put: 'PUB-21',
  patch: 'PUB-28',
  suspender: 'PUB-29',
  archivar: 'PUB-30',
}

const differing = DIFFERENCES.map(([on, member, form]) =>
  wrong(
    `${on} answers another ${member}${form ? ' in the ref form' : ''} than it stores`,
    ANSWERING[on],
    'A write answers the listing as it now is.',
    { answerDiffers: { on, member, ...(form ? { form } : {}) } },
  ),
)

const FALSIFIED: readonly (readonly [string, string, 'missing' | 'text' | 'null' | 'other', string])[] = [
  ['publicacion', 'Consultas', 'missing', 'PUB-38'],
  ['publicacion', 'RefStock', 'missing', 'PUB-02'],
  ['publicacion', 'Kilometraje', 'text', 'COM-14'],
  ['publicacion', 'Fotos', 'null', 'PUB-02'],
  ['publicacion', '_links', 'missing', 'COM-03'],
  ['publicacionRef', 'EstadoActual', 'missing', 'PUB-02'],
  ['publicacionRef', 'title', 'missing', 'COM-06'],
  ['consulta', 'TipoAnuncio', 'missing', 'INQ-02'],
  ['auto', 'BodyType', 'missing', 'INQ-02'],
  ['auto', 'Estado', 'null', 'INQ-02'],
  ['interesado', 'InfoOperacion', 'text', 'INQ-02'],
  ['consultaRef', 'title', 'missing', 'COM-06'],
  ['operador', 'Telefonos', 'text', 'AGE-02'],
  ['operador', 'Publicaciones', 'missing', 'AGE-02'],
  ['operadorRef', 'href', 'missing', 'COM-06'],
  ['agencia', 'Visitas', 'missing', 'AGE-06'],
  ['agenciaRef', 'AdminMail', 'missing', 'AGE-06'],
  ['productos', 'Media', 'missing', 'AGE-07'],
  ['nivel', 'Pack', 'text', 'AGE-07'],
  ['ajustes', 'PublicacionConsultadaAdfHook', 'missing', 'AGE-10'],
  ['configuracion', 'HeaderCustom02', 'missing', 'EVT-02'],
  ['temas', 'TopicsDisponibles', 'missing', 'EVT-01'],
  ['marca', 'Codenames', 'text', 'CAT-09'],
  ['modelo', 'Carrocerias', 'missing', 'CAT-09'],
  ['modeloRef', 'title', 'missing', 'CAT-09'],
  ['marcaRef', 'href', 'missing', 'CAT-09'],
  ['version', 'Segmento', 'missing', 'CAT-04'],
  ['versionRef', 'VersionYear', 'missing', 'CAT-06'],
  ['versionRef', 'Version', 'missing', 'CAT-06'],
  ['detalle', 'InfoTecnica', 'missing', 'CAT-05'],
  ['entrada', 'Carrocerias', 'missing', 'CAT-01'],
  ['entrada', 'AppNotificaciones', 'missing', 'CAT-01'],
]

const HOW = { missing: 'is missing', text: 'is a string', null: 'is null', other: 'has another value' }

const falsifiedMembers = FALSIFIED.map(([of, member, as, id]) =>
  wrong(
    `${member} of ${of} ${HOW[as]}`,
    id,
    `The table of members has ${member} with its type.`,
    { memberFault: { of, member, as } },
    // What selects the detail is not shown, so it shows where it comes by itself.
    of === 'detalle' ? { versionDetail: 'available' } : {},
  ),
)

/** Publications that are answered or listed differently than stored. */
export const WRONG_PUBLICATION_ANSWERS: readonly WrongVariant[] = [
  ...differing,
  ...falsifiedMembers,
  wrong('region shown by ISO code', 'COM-08', 'Responses show the name of the region.', {
    placeFault: 'isoKept',
  }),
  wrong('etag member is not the tag', 'PUB-02', 'The ref form shows the tag.', { tagFault: 'ref' }),
  wrong('Location leads elsewhere', 'PUB-01', 'Location is the URI of the listing.', {
    linkFault: 'location',
  }),
  wrong('create answers 200', 'PUB-01', 'A creation answers 201.', {
    mistake: {
      at: CREATE,
      response: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer),
    },
  }),
  wrong('create without Location', 'PUB-01', 'A creation answers Location.', {
    mistake: {
      at: CREATE,
      response: (answer) => ({
        ...answer,
        headers: Object.fromEntries(
          Object.entries(answer.headers ?? {}).filter(([key]) => key !== 'Location'),
        ),
      }),
    },
  }),
  ...(
    [
      [PUT, 'PUT', 'PUB-21'],
      [PATCH, 'PATCH', 'PUB-28'],
      [SUSPEND, 'suspender', 'PUB-29'],
      [ARCHIVE, 'archivar', 'PUB-30'],
    ] as const
  ).map(([at, name, id]) =>
    wrong(`${name} answers 204`, id, 'It answers 200 with the listing.', {
      mistake: {
        at,
        response: ({ headers = {}, ...answer }) =>
          answer.status === 200 ? { status: 204, headers } : { ...answer, headers },
      },
    }),
  ),
  wrong('Activa in capitals', 'PUB-36', 'The state is Activa.', {
    mistake: changeDocument(PUBLICATION, (document) => ({
      ...document,
      EstadoActual: document['EstadoActual'] === 'Activa' ? 'ACTIVA' : document['EstadoActual'],
    })),
  }),
  wrong('a title without the year', 'PUB-02', 'A title has brand, model, trim and year.', {
    mistake: changeDocument(PUBLICATION, (document, { form }) =>
      form === 'ref'
        ? {
            ...document,
            title: textOf(document['title'])
              .replace(/\b(19|20)\d\d\b/, '')
              .trim(),
          }
        : document,
    ),
  }),
  wrong('a title without the trim', 'PUB-02', 'A title has brand, model, trim and year.', {
    mistake: changeDocument(PUBLICATION, (document, call) => {
      const version = publicationIn(call)?.members.Version
      return call.form === 'ref' && version
        ? { ...document, title: textOf(document['title']).replace(version, '').replace('  ', ' ') }
        : document
    }),
  }),
  wrong('Consultas leads to all inquiries', 'PUB-38', 'It leads to the inquiries of the listing.', {
    mistake: changeDocument(PUBLICATION, (document, call) => {
      const { href } =
        (document['Consultas'] as { _links?: { contactos?: { href: { segments: string[] } } } })?._links
          ?.contactos ?? {}
      return href
        ? {
            ...document,
            Consultas: {
              _links: { contactos: { href: `${call.world.origin}/v3/${href.segments.join('/')}` } },
            },
          }
        : document
    }),
  }),
  wrong('listed publications keep their first etag', 'PUB-02 PUB-33', 'A ref shows the tag.', {
    mistake: changeEntries(PUBLICATION_LIST, (entry, call) => {
      const key = `etag ${String(entry['ExternalId'])}`
      if (!memoryOf(call).has(key)) memoryOf(call).set(key, entry['etag'])
      return 'etag' in entry ? { ...entry, etag: memoryOf(call).get(key) } : entry
    }),
  }),
  wrong('listed refs of publications have no etag', 'PUB-02 COM-06', 'A ref of a publication has etag.', {
    mistake: changeEntries(PUBLICATION_LIST, ({ etag: _, ...entry }) => entry),
  }),
  wrong('listed publications have no Consultas', 'PUB-38 PUB-02', 'The full form has Consultas.', {
    mistake: changeEntries(PUBLICATION_LIST, ({ Consultas: _, ...entry }) => entry),
  }),
  wrong('amounts are texts', 'COM-07 COM-14', 'Importe is a number.', {
    mistake: changeDocument(
      PUBLICATION,
      amountsIn((amount) => ({ ...amount, Importe: String(amount['Importe']) })),
    ),
  }),
  wrong('years are texts', 'COM-14 PUB-02', 'VersionYear is an integer.', {
    mistake: changeDocument(PUBLICATION, (document) =>
      'VersionYear' in document ? { ...document, VersionYear: String(document['VersionYear']) } : document,
    ),
  }),
  wrong('members that are null are left out', 'PUB-02', 'The full form has its members.', {
    mistake: changeDocument(PUBLICATION, (document) =>
      Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null)),
    ),
  }),
  wrong('the operator is shown by name', 'PUB-02', 'OperadorResponsable is an e-mail.', {
    mistake: changeDocument(PUBLICATION, (document) =>
      'OperadorResponsable' in document ? { ...document, OperadorResponsable: 'Ramona Ayala' } : document,
    ),
  }),
  wrong('Location lacks the version of the API', 'PUB-01', 'Location is the URI of the publication.', {
    mistake: {
      at: CREATE,
      response: (answer, { world, params }) =>
        answer.status === 201
          ? {
              ...answer,
              headers: { ...answer.headers, Location: `${world.origin}/publicaciones/${params['mail']}` },
            }
          : answer,
    },
  }),
  wrong('the Vin is masked', 'PUB-02 PUB-01', 'Vin has 17 characters.', {
    mistake: changeDocument(
      PUBLICATION,
      textIn('Vin', (text) => `${text.slice(0, 11)}******`),
    ),
  }),
  wrong('Consultas leads to those of another listing', 'PUB-38', 'It leads to its own inquiries.', {
    mistake: changeDocument(PUBLICATION, (document, call) => {
      const other = [...call.world.publications.values()].find(
        ({ agency }) => agency.mail === call.params['mail'],
      )
      return 'Consultas' in document && other
        ? {
            ...document,
            Consultas: {
              _links: {
                contactos: {
                  href: new Href(['consultas', other.agency.mail], { externalid: other.members.ExternalId }),
                },
              },
            },
          }
        : document
    }),
  }),
  wrong('amounts without currency', 'COM-07 PUB-02', 'An amount has Moneda.', {
    mistake: changeDocument(
      PUBLICATION,
      amountsIn(({ Moneda: _, ...amount }) => amount),
    ),
  }),
  wrong('the currency as a number', 'COM-07 COM-14', 'Moneda is a string.', {
    mistake: changeDocument(
      PUBLICATION,
      amountsIn((amount) => ({ ...amount, Moneda: 32 })),
    ),
  }),
  wrong('the list has each listing twice', 'AGE-06 COM-05', 'A collection has each entry once.', {
    mistake: changeDocument(PUBLICATION_LIST, (document) => ({
      ...document,
      _entries: entriesIn(document).flatMap((entry) => [entry, entry]),
    })),
  }),
  wrong('the list shows old prices', 'AGE-06 PUB-02', 'An entry is the listing.', {
    mistake: changeEntries(PUBLICATION_LIST, (entry, call) => {
      const key = `price ${String(entry['ExternalId'])}`
      if (!memoryOf(call).has(key)) memoryOf(call).set(key, entry['Precio'])
      return 'Precio' in entry ? { ...entry, Precio: memoryOf(call).get(key) } : entry
    }),
  }),
]
