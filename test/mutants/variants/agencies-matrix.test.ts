import { expect, it } from 'vitest'
import { agencyClauses } from '../../../contracts/agencies/agencies.ts'
import { operatorClauses } from '../../../contracts/agencies/operators.ts'
import { inquiryFilterClauses } from '../../../contracts/inquiries/filters.ts'
import { inquiryClauses } from '../../../contracts/inquiries/inquiries.ts'
import { webhookConfigurationClauses } from '../../../contracts/webhooks/configuration.ts'
import { failuresUnder, runClauseAgainst } from '../support/wrong-server.ts'

/** The clauses on agencies, operators, inquiries and webhooks fail on no legal option. */

const clauses = [
  ...agencyClauses,
  ...operatorClauses,
  ...inquiryClauses,
  ...inquiryFilterClauses,
  ...webhookConfigurationClauses,
]

const OPTIONS: readonly (readonly [string, string])[] = [
  ['agencies/package-counts', 'active-and-suspended'],
  ['agencies/unknown-operator', '404'],
  ['inquiries/period', '90-days'],
  ['inquiries/order', 'oldest-first'],
  ['inquiries/beyond-last', '404'],
  ['inquiries/page-size', 'size:7'],
  ['inquiries/page-size', 'size:1000'],
  ['inquiries/visible-to', 'own-only'],
  ['events/topics', 'list:nueva-consulta,publicacion-consultada'],
  ['events/topics', 'list:nueva-consulta'],
  ['events/first-configuration', 'put'],
  ['events/secret-shown', 'masked'],
  ['events/secret-shown', 'as-stored'],
  ['events/secret-put', 'removed'],
  ['common/time-zone', 'utc'],
  ['common/href-form', 'absolute'],
  ['common/write-to-unknown', '403'],
  ['common/precedence', 'access-after-body'],
  ['common/unknown-members', '400'],
  ['common/types', 'converted'],
  ['common/null-members', '400'],
  ['common/etag-elsewhere', 'every-get'],
  ['common/answer-content-type', 'charset-added'],
  ['common/answer-content-type', 'entry-type'],
  ['common/accept-unsupported', 'full-form'],
  ['auth/forbidden-reads', '403'],
  ['publications/read-archived', '404'],
  ['publications/external-id-reuse', '201'],
  ['publications/other-apps', 'shared'],
  ['errors/member-casing', 'camel'],
  ['errors/not-found', 'problem'],
  ['errors/not-found', 'json-string'],
  ['errors/how-many', 'first'],
  ['errors/keys', 'top-level'],
]

it.each(OPTIONS)('no clause on agencies, inquiries or webhooks fails under %s=%s', async (id, option) => {
  expect(await failuresUnder(clauses, { [id]: option })).toEqual([])
})

const LEARNED: readonly (readonly [string, string, string])[] = [
  ['operators/unknown-one-is-not-found', 'agencies/unknown-operator', '404'],
  ['agencies/unknown-one-is-not-edited', 'common/write-to-unknown', '403'],
  ['inquiries/are-listed-in-pages', 'inquiries/page-size', 'size:7'],
  ['inquiries/are-listed-in-pages', 'inquiries/period', '90-days'],
  ['inquiries/lie-in-the-period-of-their-page', 'inquiries/order', 'oldest-first'],
  ['inquiries/show-their-moment-with-an-offset', 'common/time-zone', 'utc'],
  ['inquiries/end-after-the-last-page', 'inquiries/beyond-last', '404'],
  ['inquiries/operador-of-the-administrator', 'inquiries/visible-to', 'own-only'],
  ['webhooks/topics-are-listed', 'events/topics', 'list:nueva-consulta'],
  ['webhooks/first-configuration', 'events/first-configuration', 'put'],
  ['webhooks/configuration-is-read', 'events/secret-shown', 'as-stored'],
  ['webhooks/configuration-is-read', 'events/secret-shown', 'masked'],
]

it.each(LEARNED)('%s learns %s=%s', async (clauseId, id, option) => {
  const clause = clauses.find((entry) => entry.id === clauseId)
  if (!clause) throw new Error(`there is no clause ${clauseId}`)
  const { learned } = await runClauseAgainst(clause, { profile: { [id]: option } })
  expect(learned).toContainEqual(expect.objectContaining({ id, option }))
})

it('a topic that PUT configures shows how a secret is treated', async () => {
  const clause = webhookConfigurationClauses.find(({ id }) => id === 'webhooks/first-configuration')
  if (!clause) throw new Error('there is no such clause')
  const profile = {
    'events/first-configuration': 'put',
    'events/secret-shown': 'masked',
    'events/secret-put': 'removed',
  }
  const { learned } = await runClauseAgainst(clause, { profile })
  expect(learned.map(({ id, option }) => [id, option])).toEqual(Object.entries(profile))
})
