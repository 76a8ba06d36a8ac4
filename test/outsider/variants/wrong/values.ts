import type { Writing } from '../../faults.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const EDITABLE = [
  ...['RefStock', 'Vin', 'Exposicion', 'OperadorResponsable', 'VersionYear', 'Kilometraje', 'Color'],
  ...[
    'Descripcion',
    'DatosTecnicosCustom',
    'Precio',
    'Adelanto',
    'Cuota',
    'Fotos',
    'CertificadoDeGarantiaUsado',
  ],
  ...['Locacion', 'Telefono'],
]

const ignoredByPut = EDITABLE.map((member) =>
  wrong(`PUT ignores ${member}`, 'PUB-21', `A full edit edits ${member}.`, { putIgnores: [member] }),
)

const ignoredByPatch = ['Precio', 'Adelanto', 'Cuota', 'Activa'].map((member) =>
  wrong(`PATCH ignores ${member}`, 'PUB-28', `A partial edit edits ${member}.`, { patchIgnores: [member] }),
)

const MADE = ['RefStock', 'Vin', 'Color', 'Descripcion', 'Precio', 'Adelanto', 'Cuota', 'Locacion']

const ignoredByCreate = MADE.map((member) =>
  wrong(`create ignores ${member}`, 'PUB-01', `A creation stores ${member}.`, { createIgnores: [member] }),
)

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

const ANSWERED: Readonly<Record<Writing, string>> = {
  create: 'PUB-01',
  put: 'PUB-21',
  patch: 'PUB-28',
  suspender: 'PUB-29',
  archivar: 'PUB-30',
}

const differing = DIFFERENCES.map(([on, member, form]) =>
  wrong(
    `${on} answers another ${member}${form ? ' in the ref form' : ''} than it stores`,
    ANSWERED[on],
    'A write answers the listing as it now is.',
    { answerDiffers: { on, member, ...(form ? { form } : {}) } },
  ),
)

const MEMBERS: readonly (readonly [string, string, 'missing' | 'text' | 'null' | 'other', string])[] = [
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

const flawedMembers = MEMBERS.map(([of, member, as, id]) =>
  wrong(
    `${member} of ${of} ${HOW[as]}`,
    id,
    `The table of members has ${member} with its type.`,
    { memberFault: { of, member, as } },
    // What selects the detail is not shown, so it shows where it comes by itself.
    of === 'detalle' ? { versionDetail: 'available' } : {},
  ),
)

/** Members that are lost, kept, changed or shown otherwise. */
export const WRONG_VALUES: readonly WrongVariant[] = [
  ...ignoredByPut,
  ...ignoredByPatch,
  ...ignoredByCreate,
  ...differing,
  ...flawedMembers,
  wrong('edits keep the currency', 'PUB-21 PUB-28', 'An amount has its currency.', { ignoresCurrency: true }),
  wrong('PUT edits Version', 'PUB-27', 'Version is not editable.', { uneditableEdited: true }),
  wrong('PUT touches RefStock', 'PUB-21', 'An edit changes what it was sent.', {
    editChangesToo: { on: 'put', member: 'RefStock' },
  }),
  wrong('PATCH touches Descripcion', 'PUB-28', 'A partial edit changes four members only.', {
    editChangesToo: { on: 'patch', member: 'Descripcion' },
  }),
  wrong('PATCH touches Fotos', 'PUB-28', 'A partial edit changes four members only.', {
    editChangesToo: { on: 'patch', member: 'Fotos' },
  }),
  wrong('suspender touches Kilometraje', 'PUB-29', 'Suspension changes the state.', {
    editChangesToo: { on: 'suspender', member: 'Kilometraje' },
  }),
  wrong('archivar touches Color', 'PUB-30', 'Archiving changes the state.', {
    editChangesToo: { on: 'archivar', member: 'Color' },
  }),
  wrong('amounts in thousands', 'PUB-01 COM-07', 'The amount is the one that was sent.', {
    amountFault: 'rounds',
  }),
  wrong('no amount becomes zero', 'COM-07', 'An amount that was not given is null.', { amountFault: 'zero' }),
  wrong('long colour refused', 'PUB-15', 'A long Color is cut, not refused.', { colorFault: 'refused' }),
  wrong('long colour kept', 'PUB-15', 'A Color is cut at 50 characters.', { colorFault: 'whole' }),
  wrong('colour cut at 49', 'PUB-15', 'A Color is cut at 50 characters.', { colorFault: 'short' }),
  wrong('Vin with I, O and Q', 'PUB-05', 'A Vin obeys ISO 3779.', { vinFault: 'letters' }),
  wrong('Vin of any signs', 'PUB-05', 'A Vin obeys ISO 3779.', { vinFault: 'unchecked' }),
  wrong('photos changed at the same count', 'PUB-25', 'The same number of photos changes nothing.', {
    photosFault: 'sameCount',
  }),
  wrong('photos never changed', 'PUB-21 PUB-25', 'Another number of photos replaces them.', {
    photosFault: 'neverChanged',
  }),
  wrong('used cars without photos', 'PUB-17', 'Photos are mandatory for used cars.', {
    photosFault: 'usedWithout',
  }),
  wrong('no car with zero kilometres', 'PUB-14', 'A new car may have 0.', { mileageFault: 'zeroNever' }),
  wrong('unknown version replaced', 'PUB-10', 'The supplied name is kept.', { trimFault: 'replaced' }),
  wrong('unknown version dropped', 'PUB-10', 'The supplied name is kept.', { trimFault: 'dropped' }),
  wrong('Activa null in PATCH flips the state', 'PUB-28', 'Null leaves the state.', {
    activaFault: 'patchNull',
  }),
  wrong('PUT without Activa keeps the pause', 'PUB-22', 'Activa defaults to true.', {
    activaFault: 'putAbsent',
  }),
  wrong('created active with Activa false', 'PUB-06', 'Activa false creates it suspended.', {
    activaFault: 'createFalse',
  }),
  wrong('PUT does not reactivate', 'PUB-37', 'Activa true reactivates.', { activaFault: 'putTrue' }),
  wrong('PATCH does not reactivate', 'PUB-37', 'Activa true reactivates.', { activaFault: 'patchTrue' }),
  wrong('PUT ignores Activa false', 'PUB-37', 'Activa false suspends.', { putIgnores: ['Activa'] }),
  wrong('PUT stores an unknown operator', 'PUB-23', 'One not admitted leaves the old one.', {
    operatorFault: 'unknownStored',
  }),
  wrong('PUT without operator gives the administrator', 'PUB-23', 'Null leaves the old one.', {
    operatorFault: 'nullReplaces',
  }),
  wrong('create without operator gives another', 'PUB-08', 'Null means the administrator.', {
    operatorFault: 'nullOther',
  }),
  wrong('PUT takes any phone', 'PUB-24', 'Telefono matches one of the phones.', { phoneFault: 'anyPut' }),
  wrong('PUT takes part of a phone', 'PUB-24', 'Telefono matches completely.', { phoneFault: 'partPut' }),
  wrong('PUT without phone clears it', 'PUB-24', 'Null means one of the current phones.', {
    phoneFault: 'nullClears',
  }),
  wrong('region shown by ISO code', 'COM-08', 'Answers show the name of the region.', {
    placeFault: 'isoKept',
  }),
  wrong('ISO code of a region refused', 'PUB-26', 'PUT accepts an ISO-style code.', {
    placeFault: 'isoRefused',
  }),
  wrong('no exposure gives the lowest', 'PUB-07', 'Null gives the best level.', { levelFault: 'lowest' }),
  wrong(
    'exposure that is not free refused',
    'PUB-07',
    'An unavailable level gives the best one.',
    { levelFault: 'refused' },
    { packs: { Alta: 1, Media: 1, Baja: 3 } },
  ),
  wrong(
    'levels overflow',
    'AGE-09',
    'Listings of a level stay within Pack.',
    { levelFault: 'overfull' },
    { packs: { Alta: 1, Media: 1, Baja: 3 } },
  ),
  wrong('exposure of any word', 'PUB-07', 'There are three levels.', { levelFault: 'anyWord' }),
  wrong('two listings of one id', 'PUB-35', 'An ExternalId names one listing.', {
    uniqueFault: 'duplicates',
  }),
  wrong('two listings whose ids differ by case', 'PUB-03 PUB-35', 'Case has no meaning.', {
    uniqueFault: 'caseTwins',
  }),
  wrong('ids taken by another agency', 'PUB-35', 'An id names a listing within its agency.', {
    uniqueFault: 'acrossAgencies',
  }),
]
