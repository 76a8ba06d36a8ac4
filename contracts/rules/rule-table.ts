/** What a rule needs, in the words of a summary: of a history, or of the exchange that it judges. */
export const RULE_NEEDS = {
  deliberate: 'requests that were chosen to test the service, as check and explore do',
  'sole-writer': 'that no other client writes',
  answer: 'the body of the response',
  success: 'a response with success',
  read: 'a read',
  quiet: 'that no other request was in flight',
} as const
export type RuleNeed = keyof typeof RULE_NEEDS

const rule = (says: string, ...needs: readonly RuleNeed[]) => ({ says, needs })

/**
 * Every rule by its name, with what it says and needs. `*` stands for a word that differs: an operation, a
 * status. What a finding concerns, such as a member, follows the name after a space.
 */
export const RULES = {
  'answers/*-status': rule('A response has a status that the description lists for the operation.'),
  'answers/*-shape': rule('A response has the described members, each of its type.', 'answer'),
  'answers/*-etag': rule('A representation that can change carries an entity tag.'),
  'answers/304-only-for-if-none-match': rule('304 answers only a request with If-None-Match.'),
  'answers/304-has-no-body': rule('304 has no body.'),
  'answers/entry.read-304-for-the-current-tag': rule(
    'The entry point is 304 for the tag that the client has.',
  ),
  'answers/create-location': rule('A create answers with the address of what it created.'),
  'answers/link-object': rule('A link is an object with an href.'),
  'answers/template-is-marked': rule('A link with variables says that it is a template.'),
  'answers/link-method': rule('A link names a method that its address has.'),
  'answers/inquiries-are-read-only': rule('An inquiry cannot be written.'),
  'answers/an-agency-of-others-does-not-exist': rule(
    'An agency that the app may not use does not exist for it.',
  ),
  'documents/entries-are-an-array': rule('A collection holds its entries in an array.'),
  'documents/has-links': rule('Every collection, and every resource in full, has links.'),
  'documents/an-id-finds-its-own': rule('An id finds the record that has it.'),
  'documents/an-id-is-an-int32': rule('An id beyond int32 finds nothing.'),
  'documents/a-link-leads-to-something': rule('A link leads to something that exists.', 'deliberate'),
  'documents/one-address-one-document': rule(
    'One address shows one document, wherever it is embedded.',
    'deliberate',
  ),
  'documents/a-block-leads-to-what-it-names': rule(
    'A block of links leads to the collection of its name.',
    'deliberate',
  ),
  'documents/an-address-is-of-one-entry': rule('Each entry of a list has its own address.', 'deliberate'),
  'documents/forms-show-one-record': rule(
    'Every media type of a record shows the same values.',
    'deliberate',
  ),
  'documents/a-block-leads-to-its-own': rule(
    'The links of a person or an agency lead to their own resources.',
    'deliberate',
  ),
  'documents/a-link-has-its-method': rule(
    'An address takes the method that a link to it names.',
    'deliberate',
  ),
  'documents/a-text-is-not-escaped': rule('A text is shown as it is, in every response.', 'deliberate'),
  'documents/a-topic-is-as-listed': rule(
    'A topic reads as the list of topics shows it.',
    'deliberate',
    'answer',
  ),
  'documents/an-entry-is-on-one-page': rule('An entry is on one page of its list.', 'deliberate'),
  'documents/pages-end': rule('An empty page has no link to a next one.', 'deliberate'),
  'documents/a-next-page-keeps-the-query': rule('The next page has the same filters.', 'deliberate'),
  'documents/the-list-of-brands-is-whole': rule(
    'The list of brands has every brand of a model.',
    'deliberate',
  ),
  'inquiries/have-a-last-page': rule('There are at most as many pages of inquiries as the bound allows.'),
  'inquiries/are-of-the-publication': rule('Inquiries of one publication are its own.'),
  'inquiries/are-of-the-days': rule('Inquiries of a period lie within it.'),
  'inquiries/are-of-the-period-asked-for': rule('A page of inquiries has the requested period.'),
  'inquiries/are-the-page-asked-for': rule('A page of inquiries is the requested one.'),
  'inquiries/are-no-more-than-a-page': rule('A page holds no more entries than it says.'),
  'inquiries/are-as-many-as-a-page': rule('A page is full, or holds the last entries of all.'),
  'inquiries/of-the-catalogue-name-no-publication': rule(
    'An inquiry about the catalogue names no publication.',
  ),
  'lists/each-publication-once': rule('A list shows a publication once.', 'deliberate', 'sole-writer'),
  'lists/each-publication-on-one-page': rule(
    'A publication is on one page of a list.',
    'deliberate',
    'sole-writer',
  ),
  'lists/hide-every-suspended-one': rule(
    'A list that hides suspended publications hides each of them.',
    'deliberate',
    'sole-writer',
  ),
  'lists/pages-show-both-of-two-equal-publications': rule(
    'Pages show both of two publications that do not differ in any requested filter.',
    'deliberate',
    'sole-writer',
  ),
  'lists/a-full-entry-has-every-member': rule(
    'A full entry of a list has every member of a publication.',
    'deliberate',
    'sole-writer',
  ),
  'lists/a-ref-has-its-tag': rule('The ref of a publication has its tag.', 'deliberate', 'sole-writer'),
  'lists/an-entry-is-as-read': rule(
    'A list shows a publication as a read does.',
    'deliberate',
    'sole-writer',
  ),
  'lists/an-entry-has-the-tag': rule(
    'A list shows the current tag of a publication.',
    'deliberate',
    'sole-writer',
  ),
  'operators/one-is-the-administrator': rule('An agency has one administrator at most.'),
  'operators/are-the-one-asked-for': rule('A list of one operator shows this one.'),
  'package/adds-up': rule('Places in use and free places add up to the package.'),
  'package/within-pack': rule('No more places are taken than the package has.'),
  'package/follows-transitions': rule('The package counts every change of a publication.', 'deliberate'),
  'problems/404-has-a-message': rule('404 has a message.', 'answer'),
  'problems/404-is-plain': rule('404 answers with a plain message, and with no page.'),
  'problems/*-media-type': rule('A refusal has its media type.'),
  'problems/*-is-an-object': rule('A refusal is a problem, a JSON object.', 'answer'),
  'problems/*-status-member': rule('A problem repeats its status.'),
  'problems/*-errors': rule('Errors is an object of names, each with texts.', 'answer'),
  'problems/instance-is-the-path': rule('A problem names the requested path.'),
  'problems/404-is-always-a-message': rule(
    'A service that answers 404 with a plain message always does.',
    'deliberate',
  ),
  'problems/one-spelling': rule('All problems of a service spell their members in one way.', 'deliberate'),
  'problems/errors-name-properties': rule('Errors names properties of the request.', 'answer'),
  'problems/*': rule('A problem has every member, each of its type.', 'answer'),
  'publication/create': rule('A create is shown as it was sent.'),
  'publication/edit': rule('A full edit is shown as it was sent, and changes nothing that it cannot edit.'),
  'publication/amend': rule('A partial edit is shown as it was sent, and changes nothing else.'),
  'publication/suspend': rule('A suspension changes the state, and nothing else.'),
  'publication/archive': rule('An archiving changes the state, and nothing else.'),
  'publication/write-to-archived': rule('A write to an archived publication changes nothing.', 'sole-writer'),
  'publication/read': rule(
    'A read shows what the last write left, and a refused one changes nothing.',
    'sole-writer',
  ),
  'publication/one-tag-one-representation': rule('One tag stands for one representation.'),
  'publication/one-id-one-publication': rule('An id in use creates no second publication.', 'sole-writer'),
  'publication/its-address-leads-to-it': rule(
    'The address of a publication leads to it.',
    'sole-writer',
    'answer',
  ),
  'publication/what-was-not-made-is-missing': rule('What was never created is missing.', 'deliberate'),
  'publication/what-was-made-is-read': rule('What was created can be read.', 'sole-writer'),
  'publications/304-for-the-current-tag': rule('A read with the current tag is 304.', 'sole-writer'),
  'publications/304-only-for-the-current-tag': rule(
    'A read with another tag than the current one is not 304.',
    'sole-writer',
  ),
  'publication/*-with-a-stale-tag': rule(
    'A write under a tag that is not the current one is refused.',
    'sole-writer',
  ),
  'publication/*-with-a-stale-tag-is-412': rule(
    'A write under a tag that is not the current one is 412.',
    'sole-writer',
  ),
  'publication/*-with-the-current-tag': rule('A write under the current tag is not 412.', 'sole-writer'),
  'publication/*-of-what-was-not-made': rule('A write to what was never created is refused.', 'deliberate'),
  'publication/*-of-what-exists': rule('A write to what exists finds it.', 'sole-writer'),
  'publication/*-is-accepted': rule('A write that the state allows is accepted.', 'sole-writer'),
  'publication/a-vin-has-its-length': rule('A chassis number has 17 characters.'),
  'publication/a-region-has-its-name': rule('A region is shown by its name.'),
  'publication/consultas-are-its-own': rule('The link to the inquiries of a publication leads to its own.'),
  'publication/put-without-activa-reactivates': rule(
    'A full edit that resets what it lacks makes the publication active.',
  ),
  'publication/put-without-activa-is-consistent': rule(
    'Full edits without Activa have one effect.',
    'deliberate',
  ),
  'publication/edit-treats-null-consistently': rule('A null amount in a full edit has one effect.'),
  'publication/ref-etag': rule('A ref shows the tag of the publication.'),
  'publication/ref-title': rule('The title of a ref names the car.'),
  'requests/valid-is-accepted': rule(
    'A request that differs from an accepted one in certainly valid values is accepted.',
    'deliberate',
    'quiet',
  ),
  'requests/*-refuses': rule('A request with a value that no bound allows is refused.'),
  'requests/errors-name-the-member': rule('A refusal names the member that is wrong.', 'deliberate', 'quiet'),
  'requests/amounts-are-judged-consistently': rule(
    'One form of an amount is taken always, or never.',
    'deliberate',
  ),
  'searches/a-part-of-a-name-is-found': rule('A part of a name finds a model.'),
  'searches/a-model-is-of-its-brand': rule('A model that is found is of the requested brand.'),
  'searches/a-name-is-found': rule('A name of the catalogue is found.'),
  'searches/a-name-finds-its-own': rule('A name of the catalogue finds its own entry.'),
} as const

/** Name of a rule. */
export type RuleId = keyof typeof RULES

/** Names with `*`, as patterns; the longest first, because it is the most specific. */
const PATTERNS = Object.keys(RULES)
  .filter((id) => id.includes('*'))
  .sort((one, other) => other.length - one.length)
  .map((id) => [new RegExp(`^${id.replaceAll('.', '\\.').replace('*', '\\S+')}$`), id as RuleId] as const) // a key of the table

/** Returns what the rule of a finding says, with what the finding concerns. */
export const ruleSentence = (name: string): string | undefined => {
  const id = judgeRuleOf(name)
  const concern = name.includes(' ') ? name.slice(name.indexOf(' ') + 1) : ''
  return id && (concern === '' ? RULES[id].says : `${RULES[id].says.replace(/\.$/, '')}: ${concern}.`)
}

const isRule = (name: string): name is RuleId => Object.hasOwn(RULES, name)

const known = new Map<string, RuleId | undefined>()

/** Returns the rule of a finding's name; undefined for what is not a rule, such as a clause or a race. */
export const judgeRuleOf = (name: string): RuleId | undefined => {
  const end = name.indexOf(' ')
  const word = end < 0 ? name : name.slice(0, end)
  if (known.has(word)) return known.get(word)
  const id = isRule(word) ? word : PATTERNS.find(([pattern]) => pattern.test(word))?.[1]
  known.set(word, id)
  return id
}
