import { type LegalVariant, legal } from '../variant.ts'

/** Other ways to keep listings. */
export const LEGAL_PUBLICATIONS: readonly LegalVariant[] = [
  legal('states Suspendida and Archivada', 'Only Activa is shown.', {
    ...{ suspendedWord: 'Suspendida', archivedWord: 'Archivada' },
  }),
  legal('one word for both other states', 'Only Activa is shown.', {
    ...{ suspendedWord: 'Inactiva', archivedWord: 'Inactiva' },
  }),
  legal('states in capitals', 'Only Activa is shown.', { suspendedWord: 'EN PAUSA', archivedWord: 'BAJA' }),
  legal('Vin required', 'What a creation needs is not shown.', { requires: ['ExternalId', 'Vin'] }),
  legal('operator required', 'What a creation needs is not shown.', {
    requires: ['ExternalId', 'OperadorResponsable'],
  }),
  legal('photos required', 'What a creation needs is not shown.', { requires: ['ExternalId', 'Fotos'] }),
  legal('colour and price required', 'What a creation needs is not shown.', {
    requires: ['ExternalId', 'Color', 'Precio'],
  }),
  legal('phone required', 'What a creation needs is not shown.', { requires: ['ExternalId', 'Telefono'] }),
  legal('description required', 'What a creation needs is not shown.', {
    requires: ['ExternalId', 'Descripcion'],
  }),
  legal('place required', 'What a creation needs is not shown.', { requires: ['ExternalId', 'Locacion'] }),
  legal('stock reference and exposure required', 'What a creation needs is not shown.', {
    requires: ['ExternalId', 'RefStock', 'Exposicion'],
  }),
  legal('only the id required', 'What a creation needs is not shown.', { requires: ['ExternalId'] }),
  legal('ids of unreserved signs', 'Further excluded characters are not named.', {
    externalIdLetters: 'unreserved',
  }),
  legal('alphanumeric ids', 'Further excluded characters are not named.', {
    externalIdLetters: 'alphanumeric',
  }),
  legal('ids shown in lower case', 'Case has no meaning in an ExternalId.', { externalIdShown: 'lower' }),
  legal('ids shown in upper case', 'Case has no meaning in an ExternalId.', { externalIdShown: 'upper' }),
  legal('400 for an id in use', 'What leads to 409 is not shown.', { duplicate: 400 }),
  legal('403 for an id in use', 'What leads to 403 is not shown.', { duplicate: 403 }),
  legal('id of an archived one is free', 'Whether it stays taken is not shown.', { archivedIdReuse: true }),
  legal('400 for a Vin twice', 'Values not valid may be refused.', { sameVin: 400 }),
  legal('409 for a Vin twice', 'What leads to 409 is not shown.', { sameVin: 409 }),
  legal('Status 400 in a 409', 'The example of 409 shows Status 400.', { conflictStatus: 400 }),
  legal('conflicts told on the state', 'Keys of a conflict are not shown.', { conflictKey: 'EstadoActual' }),
  legal('archived ones unreadable', 'Reading an archived one is not spoken of.', { archivedRead: 404 }),
  legal('403 for writes to archived', 'No status is tied to it.', { archivedWrite: 403 }),
  legal('400 for writes to archived', 'No status is tied to it.', { archivedWrite: 400 }),
  legal('412 for writes to archived', 'No status is tied to it.', { archivedWrite: 412 }),
  legal('suspending twice succeeds', 'Suspending a suspended one is not spoken of.', { suspendTwice: 200 }),
  legal('suspending twice is 400', 'Suspending a suspended one is not spoken of.', { suspendTwice: 400 }),
  legal('suspending twice is 403', 'Suspending a suspended one is not spoken of.', { suspendTwice: 403 }),
  legal(
    'suspension never permitted',
    'The conditions of suspension are not shown.',
    { ...{ suspendWhen: 'never', suspendRefused: 403 } },
    { unobservable: 'suspension' },
  ),
  legal('high exposure is not suspended', 'The conditions of suspension are not shown.', {
    suspendWhen: 'notHigh',
  }),
  legal('high exposure is not suspended, 400', 'The conditions of suspension are not shown.', {
    ...{ suspendWhen: 'notHigh', suspendRefused: 400 },
  }),
  legal('nearest lower level first', 'What the best level is is not shown.', { fallback: 'nearestLower' }),
  legal('level with most places first', 'What the best level is is not shown.', { fallback: 'mostFree' }),
  legal('unknown level counts as none', 'Other words are not spoken of.', { levelUnknown: 'absent' }),
  legal('full package is 403', 'What leads to 403 is not shown.', {
    ...{ packageFull: 403, packs: { Alta: 1, Media: 1, Baja: 0 } },
  }),
  legal('full package is 400', 'No status is tied to it.', {
    ...{ packageFull: 400, packs: { Alta: 0, Media: 1, Baja: 2 } },
  }),
  legal('suspended ones keep their place', 'What Activas counts is not said.', { suspendedCounts: true }),
  legal('package of two places', 'A package has any size.', { packs: { Alta: 1, Media: 1, Baja: 0 } }),
  legal('package of one place', 'A package has any size.', { packs: { Alta: 0, Media: 0, Baja: 1 } }),
  legal('no place at Alta', 'A level may be without a pack.', { packs: { Alta: 0, Media: 80, Baja: 90 } }),
  legal('no place at Baja', 'A level may be without a pack.', { packs: { Alta: 90, Media: 80, Baja: 0 } }),
  legal('only Media', 'A level may be without a pack.', { packs: { Alta: 0, Media: 200, Baja: 0 } }),
  legal(
    'no package',
    'An agency may have contracted nothing.',
    { packs: { Alta: 0, Media: 0, Baja: 0 } },
    { createsImpossible: true },
  ),
  legal('unknown operator gives the administrator', 'An unknown operator is not spoken of.', {
    unknownOperator: 'administrator',
  }),
  legal('unknown operator is 403', 'What leads to 403 is not shown.', { unknownOperator: 403 }),
  legal('unknown operator is 409', 'What leads to 409 is not shown.', { unknownOperator: 409 }),
  legal('unknown brand and model kept', 'No match is not spoken of.', { unresolvable: 'kept' }),
  legal('gearbox as a letter', 'The stored form is not shown.', { transmission: 'letter' }),
  legal('Vin check digit', 'ISO 3779 validation; North America checks position 9.', { vinCheckDigit: true }),
  legal('Vin as written', 'Case of a Vin is not spoken of.', { vinCase: 'kept' }),
  legal('lower-case Vin refused', 'ISO 3779 has capitals.', { vinCase: 'refused' }),
  legal('many kilometres for the age refused', 'Suspicious values may be rejected.', { mileage: 'perYear' }),
  legal('many kilometres refused with 403', 'Values that the products do not allow may be rejected.', {
    ...{ mileage: 'perYear', mileageRefused: 403 },
  }),
  legal('many kilometres refused with 409', 'What leads to 409 is not shown.', {
    ...{ mileage: 'perYear', mileageRefused: 409 },
  }),
  legal('no suspicion', 'Suspicious values may be rejected; none has to be.', { mileage: 'off' }),
  legal('kilometres never fall', 'Suspicious values may be rejected.', { mileagePut: 'risesOnly' }),
  legal('photos by https only', 'What a public URL is is not said.', { photos: 'httpsOnly' }),
  legal(
    'photos that cannot be fetched',
    'The service downloads the images; made-up addresses give none.',
    { photos: 'unreachable' },
    { unobservable: 'used cars' },
  ),
  legal('photos that cannot be fetched left out', 'What follows a failed download is not shown.', {
    ...{ photos: 'httpsOnly', photoRefused: 'leftOut' },
  }),
  legal('photos shown as copies', 'Which URLs are shown is not said.', { photosShown: 'copies' }),
  legal('ten photos at most', 'A most is not shown.', { photosMost: 10 }),
  legal('photos needed in every full edit', 'The list is mandatory for used cars.', {
    photosPut: 'mandatory',
  }),
  legal('equipment of objects', 'The item type is not shown.', { customItem: 'object', customShown: 'rows' }),
  legal('equipment of strings', 'The item type is not shown.', { customItem: 'string', customShown: 'rows' }),
  legal('equipment of a known version shown', 'The own data of the service is used.', {
    customShown: 'rows',
  }),
  legal('certificate as a boolean', 'Its structure is not shown.', { certificate: 'boolean' }),
  legal('certificate as text', 'Its structure is not shown.', { certificate: 'text' }),
  legal('no place stays none', 'Locacion is nullable.', { placeAbsent: 'null' }),
  legal('unknown places kept', 'No match is not spoken of.', { placeForms: 'kept' }),
  legal('foreign phone refused in create', 'A phone in create is not spoken of.', { phoneCreate: 'refused' }),
  legal('last phone for none', 'One of the current phones.', { phoneNull: 'last' }),
  legal('fixed members refused in edits', 'They are not editable.', { uneditable: 'refused' }),
  legal('empty partial edit refused', 'An empty body is not spoken of.', { patchEmpty: 400 }),
  legal('null keeps an amount in PATCH', 'A null amount in PATCH is not spoken of.', {
    patchNullAmounts: 'kept',
  }),
  legal('PUT keeps what is absent', 'Absent members are not spoken of.', { putAbsent: 'kept' }),
  legal('PUT refuses what is absent', 'Absent members are not spoken of.', { putAbsent: 'refused' }),
  legal('Activa null refused', 'Null is only named for PATCH.', { activaNull: 'refused' }),
  legal('list with paused ones for their owner', 'Which listings hide them is not said.', {
    listStates: 'unarchived',
  }),
  legal('apps of an agency share its listings', 'Other apps of the agency are not spoken of.', {
    otherApps: 'shared',
  }),
  legal('absent text is empty', 'What an absent member shows is not said.', { absentText: 'empty' }),
  legal('Version required', 'What a creation needs is not shown.', { trimAbsent: 'refused' }),
  legal('Version established by the rest', 'What establishes a version is not shown.', {
    trimAbsent: 'established',
  }),
  legal('etag member without quotes', 'The form of the member is not shown.', { refTag: 'bare' }),
  legal('amounts without decimals', 'Format and bounds are not shown.', { amounts: 'integers' }),
  legal('amounts rounded', 'Format and bounds are not shown.', { amounts: 'rounded' }),
  legal('least amount', 'Format and bounds are not shown.', { leastAmount: 100 }),
  legal('currency shown by name', 'The form of Moneda is not shown.', { currencyShown: 'name' }),
  legal('titles with the year first', 'A title has brand, model, trim and year; its form is free.', {
    titles: 'yearFirst',
  }),
  legal('titles with dashes', 'A title has brand, model, trim and year; its form is free.', {
    titles: 'dashes',
  }),
  legal('titles in capitals', 'A title has brand, model, trim and year; its form is free.', {
    titles: 'upper',
  }),
]
