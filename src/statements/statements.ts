/** One thing that the description commits an implementation to. */
export interface Statement {
  /** Chapter and number, e.g. `PUB-01`. */
  readonly id: string
  readonly sentence: string
  /** Why no clause can hold a service to it; absent when some does. */
  readonly unobservable?: string
}

/** The statements of each chapter, in the order of their numbers. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  COM: [
    'Below the base URL every path begins with /v3, bodies are JSON, and the names of members are spelled exactly as documented.',
    'A link object has an href; it says templated when that is a URI template, and names its method when that is not GET.',
    'Every whole resource and every collection carries _links, a map from relation names to link objects.',
    'A link block is an object with nothing but _links, which lead to a related collection.',
    'A collection is an object with an array _entries and with _links.',
    'A ref is an href with a title; refs of publications, agencies and versions have the further members that are listed for them.',
    'An amount is an object of Moneda and Importe; Precio, Adelanto, Cuota and Anticipo may be null instead.',
    'A place is an object of the texts Region, Ciudad and Direccion, in which answers name the region.',
    'A custom header is an object of Name and Value.',
    'Accept chooses the form: JSON and the entry type give the whole resource, the ref type gives its ref.',
    'Names of brands, models, versions, fuels, bodies, places and currencies in requests are understood in every form that the field supports.',
    'A client that knows only GET /v3 gets on by following links.',
    'Parameters in paths are required, and are e-mails, texts or 32-bit integers as listed.',
    'Members have the JSON types of the tables, and null only where the tables allow it.',
  ],
  CAT: [
    'GET /v3 gives a link block for each of the ten collections, and a link to itself.',
    'GET /v3 has an entity tag, and answers 304 without a body to whoever shows it.',
    'GET /v3/versiones/{id} gives a version as summary, detail or ref, or 404 for a number that is no version.',
    'A version summary has the twelve listed members.',
    'A version detail has the listed members, its technical sheet among them.',
    'A version ref has Marca, Modelo, Version, VersionYear, href and title.',
    'GET /v3/modelos/bestmatch finds a model by make and model, both required, and answers 400 when it cannot.',
    'GET /v3/marcas/bestmatch finds a brand by make, which is required, and answers 400 when it cannot.',
    'Brands and models have the listed members, and refs of href and title.',
    'The best match of versions finds values for a create from technical data, without the name of a trim.',
    'The lists behind the links of the entry point answer.',
    'The parameters of the best matches take ids, api-urls, names and codenames; a model also takes a part of its name.',
  ],
  PUB: [
    'A create answers 201 with the publication, its address in Location and its ETag, or 400, 403 or 409.',
    'The whole form has the members of the table in their types; the ref form has etag, ExternalId, EstadoActual, href and title.',
    'ExternalId is chosen by the client: 2 to 255 characters that a URL path segment may hold, in any case.',
    'RefStock, Descripcion, OperadorResponsable and Version keep to their greatest lengths: 25, 2000, 50 and 50.',
    'Vin has exactly 17 characters and is valid by ISO 3779.',
    'Activa true or left out makes an active publication, false a suspended one.',
    'Exposicion is Alta, Media or Baja; null, or a level that is not to be had, becomes the best one that is.',
    'OperadorResponsable null stands for the administrator of the agency.',
    'Marca and Modelo are not empty, are understood in their forms, and the answer shows the names found.',
    'Version is understood in the same forms, and kept as supplied when it leads to no single known version.',
    'VersionYear is an integer from 1908 to 2050.',
    'Transmision takes Automática, Manual, A and M.',
    'Propulsion and Carroceria are understood in the same forms.',
    'Kilometraje is an integer from 0 to 999000, and 0 only for new cars.',
    'Color is not empty, and cut off after 50 characters instead of refused.',
    'DatosTecnicosCustom has at most 50 items, and counts only while the version is not known.',
    'Fotos are public URLs of pictures of at least 640 by 360 pixels, and a used car needs some.',
    'AplicaCertificadoGarantiaUsado shows the warranty certificate of a used car on its publication.',
    'Locacion may be null; Telefono null stands for a current phone of the responsible operator.',
    'A read gives the publication with its ETag, 304 to whoever shows that tag, and 404 for what does not exist for the app.',
    'PUT replaces the editable members within the bounds of a create, and answers 200 with an ETag or 400, 403, 409 or 412.',
    'PUT without Activa activates.',
    'PUT with OperadorResponsable null, or one that is not admitted, keeps the one assigned.',
    'PUT takes as Telefono only a phone of the responsible operator, and null for one of the current ones.',
    'PUT ignores other Fotos when they are as many as before.',
    'PUT also takes an ISO-style code as Locacion.Region.',
    'Marca, Modelo, Version, Transmision, Propulsion, Carroceria and ExternalId stay what they were created as.',
    'PATCH changes Precio, Adelanto, Cuota and Activa only; Activa null leaves the state.',
    'PATCH .../suspender suspends an active publication without a body, where the conditions allow.',
    'PATCH .../archivar archives an active or a suspended publication without a body.',
    'Archived is final: nothing is edited and nothing reactivated.',
    'A suspended publication is in no listing and receives no inquiries.',
    'Every successful answer with a publication has an ETag, which changes when the publication does and only then.',
    'A write under an entity tag that is not the current one answers 412 and changes nothing.',
    'Within its agency a publication is known by its ExternalId, which is unique there and free elsewhere.',
    'An active publication shows Activa as its EstadoActual.',
    'PATCH and PUT suspend with Activa false and reactivate with Activa true.',
    'A publication links to its inquiries in the link block Consultas.',
  ],
  INQ: [
    'One inquiry is read whole or as a ref; what does not exist for the app answers 404.',
    'An inquiry has the listed members in their types, and a ref href and title.',
    'An inquiry on the catalogue has an empty Auto.ExternalId.',
    'The list of an agency is a page with Desde, Hasta, Pagina, Total, PerPagina, _links and _entries.',
    'The list is filtered by operator, publication and days of reception, and paged.',
    'The period begins at most 90 days ago and pagina goes up to 99; beyond that the answer is 400.',
    'The list has the inquiries on the app’s own publications, and other kinds only where the agency allows the app.',
    'The agency may be left out of the path when an operator is named.',
    'Inquiries are only read.',
  ],
  AGE: [
    'GET of the operators gives a collection of operators or refs, or of the one that is named.',
    'An operator has the listed members in their types.',
    'PUT of the operators edits the administrator within the listed bounds, and answers 404 for one who is no collaborator.',
    'Only an administrator who was created through the API can be edited.',
    'PUT of the agency sets NombreComercial, 3 to 100 characters.',
    'An agency has the listed members and link blocks, and a ref of AdminMail, href and title.',
    'The package tells for Baja, Media and Alta how much is contracted, in use and free.',
    'What is in use and what is free add up to what is contracted, and follow every change of a publication.',
    'No level holds more publications than are contracted.',
    'The notification settings tell the four channels with their members.',
    'The edit of the settings, the branches and the visits are found by links.',
    'An agency is named in paths by the e-mail of its administrator.',
    'One of the operators of an agency is its administrator, and says so.',
  ],
  EVT: [
    'GET of the app’s notifications tells which topics there are, and which are configured and how.',
    'GET of a topic gives its configuration, or 404 when there is none.',
    'PUT of a topic configures it within the listed bounds, or answers 400 or 404.',
    'A webhook is delivered only while Activo is true, to its Callback and with the custom headers.',
    'With a Secret a delivery is signed over the values of its notification headers.',
    'A publication that is inquired about notifies its agency through every active channel.',
    'Deliveries that fail are dealt with in some way.',
  ],
  ERR: [
    'Answers 400, 403 and 409 are application/problem+json.',
    'A problem has Type, Title, Status, Detail, Instance and Extensions.',
    'A 400 and a 409 also have Errors, a map from properties to lists of sentences, with _ for the whole.',
    'A 404 is a plain message.',
    'A 412 is a problem in the JSON media type that was asked for.',
    'A 304 has no body.',
    'The service knows the calling app, and what does not exist for it answers 404.',
    'A write may be forbidden with 403.',
    'Other statuses, such as 401, 429 and those from 500 on, may occur.',
    'Publications and GET /v3 carry entity tags, and their reads know 304.',
  ],
}

/** Recorded reasons, by id. A clause that finds a way is better than a reason. */
const UNOBSERVABLE: Readonly<Record<string, string>> = {
  'PUB-32':
    'Which listings hide a suspended publication is left open, and nothing in the API sends an inquiry to see it refused.',
  'INQ-07': 'What a list leaves out cannot be told by a client that sees one app alone.',
  'EVT-06':
    'Nothing in the API makes an inquiry, so no client can bring such a notification about; its body is not shown either.',
  'ERR-09': 'The description shows none of these statuses, so there is no promise to hold a service to.',
}

/** Every statement of the description, in its order. */
export const statements: readonly Statement[] = Object.entries(SENTENCES).flatMap(([chapter, sentences]) =>
  sentences.map((sentence, index) => {
    const id = `${chapter}-${String(index + 1).padStart(2, '0')}`
    const unobservable = UNOBSERVABLE[id]
    return { id, sentence, ...(unobservable !== undefined && { unobservable }) }
  }),
)
