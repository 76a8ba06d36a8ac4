import { type WrongVariant, wrong } from '../variant.ts'

const FORGOTTEN = ['Description', 'Activo', 'HeaderCustom01', 'HeaderCustom02', 'HeaderCustom03']

const forgotten = FORGOTTEN.map((member) =>
  wrong(`configuration forgets ${member}`, 'EVT-03', `A configuration keeps ${member}.`, {
    hookForgets: [member],
  }),
)

// Where WhatsApp is shown is not said, so a service that never shows it is lawful.
const OPERATOR = ['Nombre', 'Apellido', 'TelefonoLaboral']

const unsaved = OPERATOR.map((member) =>
  wrong(`PUT of the administrator ignores ${member}`, 'AGE-03', `It edits ${member}.`, {
    putIgnores: [`operador.${member}`],
  }),
)

/** Forms, filters, pages, problems, links, webhooks and visibility that are not as described. */
export const WRONG_REQUESTS: readonly WrongVariant[] = [
  ...forgotten,
  ...unsaved,
  wrong('ref of operators is full', 'COM-10', 'Accept chooses the ref form.', { formFault: 'refFull' }),
  wrong('ref of a listing is full', 'COM-10', 'Accept chooses the ref form.', {
    formFault: 'refPublication',
  }),
  wrong('ref of a creation is full', 'COM-10', 'Accept chooses the ref form for 201 too.', {
    formFault: 'create',
  }),
  wrong('ref with _links', 'COM-03', 'A ref has no _links.', { formFault: 'refLinks' }),
  wrong('text/json refused', 'COM-10', 'text/json gives the full form.', { formFault: 'textJson' }),
  wrong('entry type refused', 'COM-10', 'The entry type gives the full form.', { formFault: 'entry' }),
  wrong('text/json without the price', 'COM-10', 'Each media type shows the same listing.', {
    formFault: 'textOld',
  }),
  wrong('problems as application/json', 'ERR-01', 'Problems are application/problem+json.', {
    problemFault: 'type',
  }),
  wrong('Status 500 in problems', 'ERR-02', 'Status is the status.', { problemFault: 'status' }),
  wrong('no Errors', 'ERR-03', 'A validation problem has Errors.', { problemFault: 'errors' }),
  wrong('Errors of strings', 'ERR-03', 'Errors maps to arrays.', { problemFault: 'strings' }),
  wrong('Instance is the root', 'ERR-02', 'Instance is the path of the request.', {
    problemFault: 'instance',
  }),
  wrong('Extensions is an array', 'ERR-02', 'Extensions is an object.', { problemFault: 'extensions' }),
  wrong('Errors by numbered fields', 'ERR-03', 'A key is the name of a property.', { problemFault: 'keys' }),
  wrong('every error in _', 'ERR-03', 'The key _ holds what belongs to no property.', {
    problemFault: 'entryKey',
  }),
  wrong('404 without a message', 'ERR-04', '404 is a plain message.', { notFoundFault: 'empty' }),
  wrong('200 null for the unknown', 'PUB-20', 'The unknown is 404.', { notFoundFault: 'null' }),
  wrong('400 for an unknown agency', 'PUB-20 INQ-04 AGE-01', 'It is 404.', { notFoundFault: 'agency' }),
  wrong('200 for an unknown version', 'CAT-03', 'It is 404.', { notFoundFault: 'version' }),
  wrong('200 for an unconfigured topic', 'EVT-02', 'It is 404.', { notFoundFault: 'topic' }),
  wrong('links say POST', 'COM-02', 'method is that of the operation.', { linkFault: 'method' }),
  wrong('links without method', 'COM-02', 'method is present when not GET.', { linkFault: 'missing' }),
  wrong('link to branches leads nowhere', 'COM-12', 'A client can follow links.', { linkFault: 'gone' }),
  wrong('templates not marked', 'COM-02', 'templated is true for a template.', { linkFault: 'template' }),
  wrong('self of a listing leads elsewhere', 'COM-03', 'self is the listing.', { linkFault: 'self' }),
  wrong('Location leads elsewhere', 'PUB-01', 'Location is the URI of the listing.', {
    linkFault: 'location',
  }),
  wrong('other agencies readable', 'ERR-07', 'What is not for the app is 404.', { leak: 'agencyRead' }),
  wrong('other apps’ listings readable', 'ERR-07', 'What is not for the app is 404.', { leak: 'appRead' }),
  wrong('other apps’ listings writable', 'ERR-07', 'What is not for the app is 404.', { leak: 'appWrite' }),
  wrong('all inquiries for every app', 'INQ-07', 'The list covers the own listings.', {
    leak: 'appInquiries',
  }),
  wrong('inquiries of all agencies', 'INQ-04', 'The list is of one agency.', { leak: 'agencyInquiries' }),
  wrong('configurations of another app', 'EVT-02', 'An app has its own webhooks.', { leak: 'agencyHook' }),
  wrong('Total one too many', 'INQ-04', 'Total counts the inquiries.', { totalFault: 'plusOne' }),
  wrong('Total one too many on the last page', 'INQ-04', 'Total counts the inquiries.', {
    totalFault: 'lastPage',
  }),
  wrong('Total of the page', 'INQ-04', 'Total counts the inquiries.', { totalFault: 'page' }),
  wrong('entries twice across pages', 'INQ-04', 'Each inquiry is on one page.', { pageFault: 'twice' }),
  wrong('entries missing across pages', 'INQ-04', 'Each inquiry is on one page.', { pageFault: 'missing' }),
  wrong('every page is the first', 'INQ-05', 'pagina chooses the page.', { pageFault: 'first' }),
  wrong('operador ignored', 'INQ-05', 'operador filters.', { filterIgnored: 'operador' }),
  wrong('externalid ignored', 'INQ-05', 'externalid filters.', { filterIgnored: 'externalid' }),
  wrong('externalid ignored beside operador', 'INQ-05', 'Filters add up.', { filterIgnored: 'both' }),
  wrong('externalid ignored in the ref form', 'INQ-05', 'externalid filters.', { filterIgnored: 'ref' }),
  wrong('filters ignored on later pages', 'INQ-05', 'Filters hold on every page.', {
    filterIgnored: 'secondPage',
  }),
  wrong('period ignored', 'INQ-05', 'desde and hasta filter.', { filterIgnored: 'desde' }),
  wrong('first day left out', 'INQ-05', 'desde is the first day.', { dayFault: 'desde' }),
  wrong('last day left out', 'INQ-05', 'hasta is the last day.', { dayFault: 'hasta' }),
  wrong('days off by one', 'INQ-05', 'Days are those of reception.', { dayFault: 'zone' }),
  wrong('Momento without offset', 'INQ-02', 'Momento has an offset.', { inquiryFault: 'offset' }),
  wrong('catalogue inquiry with an id', 'INQ-03', 'Its ExternalId is empty.', {
    inquiryFault: 'catalogueId',
  }),
  wrong('PerPagina is not the size', 'INQ-04', 'PerPagina is the size of a page.', {
    inquiryFault: 'perPage',
  }),
  wrong('inquiries of the list unreadable', 'INQ-01', 'An inquiry can be read by its sid.', {
    inquiryFault: 'sid',
  }),
  wrong('inquiries can be deleted', 'INQ-09', 'Inquiries are read-only.', { inquiryFault: 'writable' }),
  wrong('two administrators', 'AGE-13', 'One operator is the administrator.', { administratorFault: 'two' }),
  wrong('administrator’s edit is lost', 'AGE-03', 'The edit is kept.', { administratorFault: 'unsaved' }),
  wrong('new name touches the surname', 'AGE-03', 'An edit changes what it was sent.', {
    administratorFault: 'other',
  }),
  wrong('renaming is lost', 'AGE-05', 'The new name is shown.', { renameFault: 'unsaved' }),
  wrong('renaming answers the old name', 'AGE-05', 'The answer is the agency as it now is.', {
    renameFault: 'answer',
  }),
  wrong('wrong signature', 'EVT-05', 'The signature is keyed with Secret.', { hookFault: 'signature' }),
  wrong('unsigned in spite of a secret', 'EVT-05', 'With Secret a delivery is signed.', {
    hookFault: 'unsigned',
  }),
  wrong('topic not signed', 'EVT-05', 'A present topic is signed.', { hookFault: 'topic' }),
  wrong('delivered while inactive', 'EVT-04', 'Only an active configuration is delivered.', {
    hookFault: 'inactive',
  }),
  wrong('third custom header missing', 'EVT-04', 'A delivery carries the custom headers.', {
    hookFault: 'headers',
  }),
  wrong('delivered to the previous callback', 'EVT-04', 'A delivery goes to Callback.', {
    hookFault: 'previous',
  }),
  wrong('signed with the previous secret', 'EVT-05', 'The signature is keyed with Secret.', {
    hookFault: 'oldSecret',
  }),
]
