/**
 * Every rule by its name, with what it says. `*` stands for a word that differs: an operation, a status. What
 * a finding concerns, such as a member, follows the name after a space.
 */
export const RULES = {
  'answers/*-status': 'An answer has a status that the description lists for the operation.',
  'answers/*-shape': 'An answer has the described members, each of its type.',
  'answers/*-etag': 'A representation that can change carries an entity tag.',
  'answers/304-only-for-if-none-match': '304 answers only a request with If-None-Match.',
  'answers/304-has-no-body': '304 has no body.',
  'answers/entry.read-304-for-the-current-tag': 'The entry point is 304 for the tag that the client has.',
  'answers/create-location': 'A create answers with the address of what it created.',
  'answers/link-object': 'A link is an object with an href.',
  'answers/template-is-marked': 'A link with variables says that it is a template.',
  'answers/link-method': 'A link names a method that its address has.',
  'answers/inquiries-are-read-only': 'An inquiry cannot be written.',
  'answers/an-agency-of-others-does-not-exist': 'An agency that the app may not use does not exist for it.',
  'documents/entries-are-an-array': 'A collection holds its entries in an array.',
  'documents/has-links': 'Every collection, and every resource in full, has links.',
  'documents/an-id-finds-its-own': 'An id finds the record that has it.',
  'documents/an-id-is-an-int32': 'An id beyond int32 finds nothing.',
  'documents/a-link-leads-to-something': 'A link leads to something that exists.',
  'documents/one-address-one-document': 'One address shows one document, wherever it is embedded.',
  'documents/a-block-leads-to-its-own': 'The links of a person or an agency lead to their own resources.',
  'documents/a-link-has-its-method': 'An address takes the method that a link to it names.',
  'documents/a-text-is-not-escaped': 'A text is shown as it is, in every answer.',
  'documents/a-topic-is-as-listed': 'A topic reads as the list of topics shows it.',
  'documents/an-entry-is-on-one-page': 'An entry is on one page of its list.',
  'documents/pages-end': 'An empty page has no link to a next one.',
  'documents/a-next-page-keeps-the-query': 'The next page has the same filters.',
  'documents/the-list-of-brands-is-whole': 'The list of brands has every brand of a model.',
  'inquiries/have-a-last-page': 'There are at most as many pages of inquiries as the bound allows.',
  'inquiries/are-of-the-publication': 'Inquiries of one publication are its own.',
  'inquiries/are-of-the-days': 'Inquiries of a period lie within it.',
  'inquiries/are-of-the-period-asked-for': 'A page of inquiries has the period that was asked for.',
  'inquiries/are-the-page-asked-for': 'A page of inquiries is the one that was asked for.',
  'inquiries/are-no-more-than-a-page': 'A page holds no more entries than it says.',
  'inquiries/are-no-more-than-the-total': 'A page holds no more entries than there are.',
  'inquiries/are-as-many-as-a-page': 'A page before the last is full.',
  'inquiries/of-the-catalogue-name-no-publication': 'An inquiry about the catalogue names no publication.',
  'lists/each-publication-once': 'A list shows a publication once.',
  'lists/each-publication-on-one-page': 'A publication is on one page of a list.',
  'lists/hide-every-suspended-one': 'A list that hides suspended publications hides each of them.',
  'lists/pages-show-both-of-two-equal-publications':
    'Pages show both of two publications that differ in nothing asked for.',
  'lists/a-full-entry-has-every-member': 'A full entry of a list has every member of a publication.',
  'lists/a-ref-has-its-tag': 'The ref of a publication has its tag.',
  'lists/an-entry-is-as-read': 'A list shows a publication as a read does.',
  'lists/an-entry-has-the-tag': 'A list shows the current tag of a publication.',
  'operators/one-is-the-administrator': 'An agency has one administrator at most.',
  'operators/are-the-one-asked-for': 'A list of one operator shows this one.',
  'package/adds-up': 'Places in use and free places add up to the package.',
  'package/within-pack': 'No more places are taken than the package has.',
  'package/follows-transitions': 'The package counts every change of a publication.',
  'problems/404-has-a-message': '404 has a message.',
  'problems/404-is-plain': '404 answers with a plain message, and with no page.',
  'problems/*-media-type': 'A refusal has its media type.',
  'problems/*-is-an-object': 'A refusal is a problem, a JSON object.',
  'problems/*-status-member': 'A problem repeats its status.',
  'problems/*-errors': 'Errors is an object of names, each with texts.',
  'problems/instance-is-the-path': 'A problem names the path that was asked for.',
  'problems/one-spelling': 'All problems of a service spell their members in one way.',
  'problems/errors-name-properties': 'Errors names properties of the request.',
  'problems/*': 'A problem has every member, each of its type.',
  'publication/create': 'A create is shown as it was sent.',
  'publication/edit': 'A full edit is shown as it was sent, and changes nothing that it cannot edit.',
  'publication/amend': 'A partial edit is shown as it was sent, and changes nothing else.',
  'publication/suspend': 'A suspension changes the state, and nothing else.',
  'publication/archive': 'An archiving changes the state, and nothing else.',
  'publication/write-to-archived': 'A write to an archived publication changes nothing.',
  'publication/read': 'A read shows what the last write left, and a refused one changes nothing.',
  'publication/one-tag-one-representation': 'One tag stands for one representation.',
  'publication/one-id-one-publication': 'An id in use creates no second publication.',
  'publication/its-address-leads-to-it': 'The address of a publication leads to it.',
  'publication/what-was-not-made-is-missing': 'What was never created is missing.',
  'publication/what-was-made-is-read': 'What was created can be read.',
  'publications/304-for-the-current-tag': 'A read with the current tag is 304.',
  'publications/304-only-for-the-current-tag': 'A read with another tag than the current one is not 304.',
  'publication/*-with-a-stale-tag': 'A write under a tag that is not the current one is refused.',
  'publication/*-with-a-stale-tag-is-412': 'A write under a tag that is not the current one is 412.',
  'publication/*-with-the-current-tag': 'A write under the current tag is not 412.',
  'publication/*-of-what-was-not-made': 'A write to what was never created is refused.',
  'publication/*-of-what-exists': 'A write to what exists finds it.',
  'publication/*-is-accepted': 'A write that the state allows is accepted.',
  'publication/a-vin-has-its-length': 'A chassis number has 17 characters.',
  'publication/a-region-has-its-name': 'A region is shown by its name.',
  'publication/consultas-are-its-own': 'The link to the inquiries of a publication leads to its own.',
  'publication/put-without-activa-reactivates':
    'A full edit that resets what it lacks makes the publication active.',
  'publication/put-without-activa-is-consistent': 'Full edits without Activa have one effect.',
  'publication/edit-treats-null-consistently': 'A null amount in a full edit has one effect.',
  'publication/ref-etag': 'A ref shows the tag of the publication.',
  'publication/ref-title': 'The title of a ref names the car.',
  'requests/valid-is-accepted':
    'A request that differs from an accepted one in certainly valid values is accepted.',
  'requests/*-refuses': 'A request with a value that no bound allows is refused.',
  'requests/errors-name-the-member': 'A refusal names the member that is wrong.',
  'requests/amounts-are-judged-consistently': 'One form of an amount is taken always, or never.',
  'searches/a-part-of-a-name-is-found': 'A part of a name finds a model.',
  'searches/a-model-is-of-its-brand': 'A model that is found is of the brand that was asked for.',
  'searches/a-name-is-found': 'A name of the catalogue is found.',
  'searches/a-name-finds-its-own': 'A name of the catalogue finds its own entry.',
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
  return id && (concern === '' ? RULES[id] : `${RULES[id].replace(/\.$/, '')}: ${concern}.`)
}

const isRule = (name: string): name is RuleId => Object.hasOwn(RULES, name)

const known = new Map<string, RuleId | undefined>()

/** Returns the rule of a finding's name; undefined for what is no rule, such as a clause or a race. */
export const judgeRuleOf = (name: string): RuleId | undefined => {
  const [word = ''] = name.split(' ', 1)
  if (known.has(word)) return known.get(word)
  const id = isRule(word) ? word : PATTERNS.find(([pattern]) => pattern.test(word))?.[1]
  known.set(word, id)
  return id
}
