/** One thing that the description requires of an implementation. */
export interface Statement {
  /** Chapter and number, such as `PUB-01`. */
  readonly id: string
  /** Anchor of the description's section that says it. */
  readonly anchor: string
  readonly sentence: string
  /** Why no clause can check it; absent when one does. */
  readonly unobservable?: string
}

type Row = readonly [anchor: string, sentence: string, unobservable?: string]

const CREATE = 'post-v3publicacionesadminmail--create-a-publication'
const READ = 'get-v3publicacionesadminmailexternalid--read-a-publication'
const PUT = 'put-v3publicacionesadminmailexternalid--full-edit'
const PATCH = 'patch-v3publicacionesadminmailexternalid--partial-edit'
const SUSPEND = 'patch-v3publicacionesadminmailexternalidsuspender'
const ARCHIVE = 'patch-v3publicacionesadminmailexternalidarchivar'
const INQUIRIES = 'get-v3consultasadminmail'

/** The statements of each chapter, in the order of their numbers. */
const CHAPTERS: Readonly<Record<string, readonly Row[]>> = {
  COM: [
    [
      'endpoints',
      'Every path below the base URL begins with /v3, bodies are JSON, and member names are case-sensitive.',
    ],
    [
      'common-shapes',
      'A link object has an href; it has templated when that is a URI template, and method when that is not GET.',
    ],
    [
      'common-shapes',
      'Every full resource and every collection has _links, a map from relation names to link objects.',
    ],
    ['common-shapes', 'A link block is an object with only _links, which lead to a related collection.'],
    ['common-shapes', 'A collection is an object with an array _entries and with _links.'],
    [
      'common-shapes',
      'A ref has href and title; refs of publications, agencies and versions have further listed members.',
    ],
    [
      'common-shapes',
      'An amount is an object of Moneda and Importe; Precio, Adelanto, Cuota and Anticipo may be null.',
    ],
    [
      'common-shapes',
      'A place is an object of the texts Region, Ciudad and Direccion; responses show the name of the region.',
    ],
    ['common-shapes', 'A custom header is an object of Name and Value.'],
    [
      'endpoints',
      'Accept selects the form: JSON and the entry type give the full resource, the ref type gives its ref.',
    ],
    [
      'common-shapes',
      'Names of brands, models, versions, fuels, bodies, places and currencies are resolved from every form of the field.',
    ],
    ['what-the-service-does', 'A client that knows only GET /v3 can continue by following links.'],
    ['endpoints', 'Path parameters are required, and are e-mails, texts or 32-bit integers as listed.'],
    [
      'resources-and-their-fields',
      'Members have the JSON types of the tables, and are null only where the tables allow it.',
    ],
  ],
  CAT: [
    ['entry-point-get-v3', 'GET /v3 has a link block for each of the ten collections, and a link to itself.'],
    ['get-v3', 'GET /v3 has an entity tag, and answers a matching If-None-Match with 304 without a body.'],
    [
      'get-v3versionesid',
      'GET /v3/versiones/{id} gives a version as summary, detail or ref, and 404 for an unknown id.',
    ],
    ['catalogue', 'A version summary has the twelve listed members.'],
    ['catalogue', 'A version detail has the listed members, among them its technical data.'],
    ['catalogue', 'A version ref has Marca, Modelo, Version, VersionYear, href and title.'],
    [
      'get-v3modelosbestmatch',
      'GET /v3/modelos/bestmatch finds a model by make and model, both required; otherwise it answers 400.',
    ],
    [
      'get-v3marcasbestmatch',
      'GET /v3/marcas/bestmatch finds a brand by make, which is required; otherwise it answers 400.',
    ],
    ['catalogue', 'Brands and models have the listed members; their refs have href and title.'],
    [
      'catalogue',
      'The best match of versions finds values for a create from technical data, without the name of a version.',
    ],
    ['entry-point-get-v3', 'The lists behind the links of the entry point answer.'],
    [
      'catalogue',
      'Parameters of best matches take ids, api-urls, names and codenames; model also takes a part of a name.',
    ],
  ],
  PUB: [
    [
      CREATE,
      'A create answers 201 with the publication, its URI in Location and its ETag, or 400, 403 or 409.',
    ],
    [
      'publicacion-full-representation',
      'The full form has the members of the table; the ref form etag, ExternalId, EstadoActual, href and title.',
    ],
    [CREATE, 'The client assigns ExternalId: 2 to 255 characters of a URL path segment, case-insensitive.'],
    [
      CREATE,
      'RefStock, Descripcion, OperadorResponsable and Version have at most 25, 2000, 50 and 50 characters.',
    ],
    [CREATE, 'Vin has exactly 17 characters and is valid by ISO 3779.'],
    [CREATE, 'Activa true or absent creates an active publication, false a suspended one.'],
    [
      CREATE,
      'Exposicion is Alta, Media or Baja; null, or a level that is not available, becomes the best available one.',
    ],
    [CREATE, 'OperadorResponsable null means the administrator of the agency.'],
    [
      CREATE,
      'Marca and Modelo are not empty, are resolved from their forms, and the response shows the names found.',
    ],
    [
      CREATE,
      'Version is resolved from the same forms, and kept as supplied when no single known version is found.',
    ],
    [CREATE, 'VersionYear is an integer from 1908 to 2050.'],
    [CREATE, 'Transmision takes Automática, Manual, A and M.'],
    [CREATE, 'Propulsion and Carroceria are resolved from the same forms.'],
    [CREATE, 'Kilometraje is an integer from 0 to 999000, and 0 only for new cars.'],
    [CREATE, 'Color is not empty; it is truncated after 50 characters and not refused.'],
    [CREATE, 'DatosTecnicosCustom has at most 50 items, and is used only when the version is unknown.'],
    [CREATE, 'Fotos are public URLs of pictures of at least 640 by 360 pixels, and required for used cars.'],
    [
      CREATE,
      'AplicaCertificadoGarantiaUsado shows the warranty certificate of a used car on its publication.',
    ],
    [CREATE, 'Locacion may be null; Telefono null means a current phone of the responsible operator.'],
    [
      READ,
      'A read answers 200 with an ETag, 304 when If-None-Match matches, and 404 for what does not exist for the app.',
    ],
    [
      PUT,
      'PUT replaces the editable members within the bounds of a create; it answers 200 with an ETag, 400, 403, 409 or 412.',
    ],
    [PUT, 'PUT without Activa activates.'],
    [PUT, 'PUT with OperadorResponsable null, or one that is not admitted, keeps the assigned operator.'],
    [PUT, 'PUT takes as Telefono only a phone of the responsible operator; null means a current one.'],
    [PUT, 'PUT ignores Fotos when their number equals the current one.'],
    [PUT, 'PUT also takes an ISO-style code as Locacion.Region.'],
    [PUT, 'Marca, Modelo, Version, Transmision, Propulsion, Carroceria and ExternalId cannot be edited.'],
    [PATCH, 'PATCH changes only Precio, Adelanto, Cuota and Activa; Activa null keeps the state.'],
    [
      SUSPEND,
      'PATCH .../suspender suspends an active publication without a body, when the conditions allow it.',
    ],
    [ARCHIVE, 'PATCH .../archivar archives an active or a suspended publication without a body.'],
    ['states-and-transitions', 'Archived is final: no edit and no reactivation.'],
    ['states-and-transitions', 'A suspended publication is in no listing and receives no inquiries.'],
    [
      'states-and-transitions',
      'Every successful response with a publication has an ETag, which changes exactly when the publication changes.',
    ],
    ['states-and-transitions', 'A write whose entity tag is not current answers 412 and changes nothing.'],
    [
      'states-and-transitions',
      'ExternalId identifies a publication within its agency: it is unique there and free in other agencies.',
    ],
    ['states-and-transitions', 'An active publication has the EstadoActual Activa.'],
    ['states-and-transitions', 'PATCH and PUT suspend with Activa false and reactivate with Activa true.'],
    ['publicacion-full-representation', 'The link block Consultas of a publication leads to its inquiries.'],
  ],
  INQ: [
    [
      'get-v3consultasadminmailsid',
      'An inquiry is read in full or as a ref; what does not exist for the app answers 404.',
    ],
    ['consulta-inquiry', 'An inquiry has the listed members in their types; its ref has href and title.'],
    ['consulta-inquiry', 'An inquiry on the catalogue has an empty Auto.ExternalId.'],
    [
      'consultas-page',
      'The list of an agency is a page with Desde, Hasta, Pagina, Total, PerPagina, _links and _entries.',
    ],
    [
      INQUIRIES,
      'Parameters filter the list by operator, publication and days of reception, and select the page.',
    ],
    [
      INQUIRIES,
      'The period begins at most 90 days ago and pagina is at most 99; otherwise the list answers 400.',
    ],
    [
      INQUIRIES,
      'The list has the inquiries on publications of the calling app, and other kinds only where the agency allows it.',
    ],
    [INQUIRIES, 'The agency may be absent from the path when an operator is given.'],
    ['inquiries', 'Inquiries are read-only.'],
  ],
  AGE: [
    [
      'get-v3operadoresadminmail',
      'GET of the operators gives a collection of operators or refs, or of the one that is named.',
    ],
    ['operador', 'An operator has the listed members in their types.'],
    [
      'put-v3operadoresadminmail',
      'PUT of the operators edits the administrator within the listed bounds; an unknown one answers 404.',
    ],
    ['put-v3operadoresadminmail', 'Only an administrator who was created through the API can be edited.'],
    ['put-v3agenciasadminmail', 'PUT of the agency sets NombreComercial, 3 to 100 characters.'],
    ['agencia', 'An agency has the listed members and link blocks; its ref has AdminMail, href and title.'],
    [
      'productos-publication-package',
      'The package shows for Baja, Media and Alta the contracted, the used and the free places.',
    ],
    [
      'productos-publication-package',
      'Used and free places add up to the contracted ones, and follow every transition of a publication.',
    ],
    ['productos-publication-package', 'No level has more publications than contracted places.'],
    ['agency-notification-settings', 'The notification settings have the four channels with their members.'],
    ['agencia', 'Links lead to the edit of the notification settings, to the branches and to the visits.'],
    ['agencia', 'The e-mail of its administrator identifies an agency in paths.'],
    ['operador', 'An agency has operators, and one of them is its administrator (EsAdministradorAgencia).'],
  ],
  EVT: [
    [
      'get-v3appnotificaciones',
      'GET of the app’s notifications shows the available topics, and the configured ones with their configuration.',
    ],
    ['get-v3appnotificacionestopic', 'GET of a topic gives its configuration, or 404 when there is none.'],
    [
      'put-v3appnotificacionestopic',
      'PUT of a topic configures it within the listed bounds, or answers 400 or 404.',
    ],
    [
      'events',
      'A webhook is delivered only while Activo is true, to its Callback and with the custom headers.',
    ],
    ['events', 'With a Secret a delivery is signed over the values of its notification headers.'],
    [
      'events',
      'An inquiry on a publication notifies the agency through every active channel.',
      'No call of the API creates an inquiry, so a client cannot trigger the notification; its body is not shown either.',
    ],
    ['events', 'The service retries deliveries that fail, or gives them up.'],
  ],
  ERR: [
    ['errors', 'Responses 400, 403 and 409 are application/problem+json.'],
    ['problem-representations', 'A problem has Type, Title, Status, Detail, Instance and Extensions.'],
    [
      'problem-representations',
      'A 400 and a 409 also have Errors, a map from property names to lists of sentences, with _ for the whole.',
    ],
    ['errors', 'A 404 is a plain message.'],
    ['errors', 'A 412 is a problem in the JSON media type that Accept names.'],
    ['errors', 'A 304 has no body.'],
    ['authentication', 'The service identifies the calling app, and what does not exist for it answers 404.'],
    ['errors', 'A write may be refused with 403.'],
    [
      'errors',
      'Other statuses may occur, such as 401, 429 and 5xx.',
      'The description shows none of these statuses, so it demands nothing that a clause could check.',
    ],
    ['errors', 'Publications and GET /v3 carry entity tags, and their reads answer 304.'],
  ],
}

/** Every statement of the description, in its order. */
export const statements: readonly Statement[] = Object.entries(CHAPTERS).flatMap(([chapter, rows]) =>
  rows.map(([anchor, sentence, unobservable], index) => ({
    id: `${chapter}-${String(index + 1).padStart(2, '0')}`,
    anchor,
    sentence,
    ...(unobservable !== undefined && { unobservable }),
  })),
)
