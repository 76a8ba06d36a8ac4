import { expect, it } from 'vitest'
import { packageClauses } from '../../../contracts/agencies/package.ts'
import { archivedPublicationClauses } from '../../../contracts/publications/archived.ts'
import { publicationPatchClauses } from '../../../contracts/publications/edit.ts'
import { publicationPreconditionClauses } from '../../../contracts/publications/precondition.ts'
import { publicationPutClauses } from '../../../contracts/publications/put.ts'
import { publicationPutBoundClauses } from '../../../contracts/publications/put-bounds.ts'
import { publicationStateClauses } from '../../../contracts/publications/states.ts'
import { failuresUnder, runClauseAgainst } from '../support/wrong-server.ts'

/** The clauses on states, edits and the package fail on no legal option. */

const clauses = [
  ...publicationStateClauses,
  ...archivedPublicationClauses,
  ...publicationPatchClauses,
  ...publicationPutClauses,
  ...publicationPutBoundClauses,
  ...publicationPreconditionClauses,
  ...packageClauses,
]

const OPTIONS: readonly (readonly [string, string])[] = [
  ['publications/state-literals', 'words:Viva,Pausada,Cerrada'],
  ['publications/precondition-required', '428'],
  ['publications/etag-strength', 'weak'],
  ['publications/external-id-reuse', '201'],
  ['publications/conflict-status-member', '400'],
  ['publications/write-to-archived', '403'],
  ['publications/suspend-twice', '200'],
  ['publications/suspend-refused', '409'],
  ['publications/exposure-fallback', 'nearest-lower'],
  ['publications/package-exhausted', '403'],
  ['publications/package-exhausted', 'suspended'],
  ['publications/vin-check-digit', 'enforced'],
  ['publications/suspicious-mileage', 'also-yearly-maximum'],
  ['publications/suspicious-mileage', 'off'],
  ['publications/custom-data-item', 'string'],
  ['publications/warranty', 'boolean'],
  ['publications/telefono-create', '400'],
  ['publications/uneditable-members', '400'],
  ['publications/patch-nothing-archived', '200'],
  ['publications/list', 'all-states'],
  ['publications/required-members', 'also-color-and-precio'],
  ['publications/required-members', 'external-id-only'],
  ['publications/put-absent', 'unchanged'],
  ['publications/photos-put', 'mandatory'],
  ['publications/photos-put', 'empty-ignored'],
  ['publications/photo-refused', 'left-out'],
  ['publications/etag-unchanged-write', 'new'],
  ['publications/read-archived', '404'],
  ['publications/other-apps', 'shared'],
  ['publications/ref-etag-form', 'opaque-part'],
  ['agencies/package-counts', 'active-and-suspended'],
  ['common/precedence', 'body-before-precondition'],
  ['common/precedence', 'access-after-body'],
  ['common/write-to-unknown', '403'],
  ['common/unknown-members', '400'],
  ['common/types', 'converted'],
  ['common/null-members', '400'],
  ['common/etag-elsewhere', 'every-get'],
  ['common/href-form', 'absolute'],
  ['common/answer-content-type', 'charset-added'],
  ['auth/forbidden-reads', '403'],
  ['errors/member-casing', 'camel'],
  ['errors/how-many', 'first'],
  ['errors/keys', 'top-level'],
  ['errors/conflict-keys', 'estado-actual'],
  ['errors/precondition-type', 'json-or-problem'],
  ['errors/not-found', 'problem'],
]

it.each(OPTIONS)('no clause on states, edits or the package fails under %s=%s', async (id, option) => {
  expect(await failuresUnder(clauses, { [id]: option })).toEqual([])
})

it('no clause fails on a service that is strict wherever it may be', async () => {
  const strict = {
    'publications/precondition-required': '428',
    'publications/write-to-archived': '403',
    'publications/read-archived': '404',
    'publications/uneditable-members': '400',
    'publications/photos-put': 'mandatory',
    'common/write-to-unknown': '403',
    'common/precedence': 'body-before-precondition',
    'common/null-members': '400',
    'common/unknown-members': '400',
  }
  expect(await failuresUnder(clauses, strict)).toEqual([])
})

const LEARNED: readonly (readonly [string, string, string])[] = [
  ['states/archived-refuses-a-full-edit', 'publications/write-to-archived', '403'],
  ['states/suspended-stays-when-suspended-again', 'publications/suspend-twice', '200'],
  ['states/archived-stays-when-nothing-is-asked', 'publications/patch-nothing-archived', '200'],
  ['states/put-without-activa-reactivates', 'publications/put-absent', 'unchanged'],
  ['states/archivar-archives-an-active-one', 'publications/read-archived', '404'],
  ['states/have-distinct-names', 'publications/state-literals', 'words:Viva,Pausada,Cerrada'],
  ['publications-edit/put-leaves-what-is-not-editable', 'publications/uneditable-members', '400'],
  ['publications-edit/put-of-a-used-car-without-photos', 'publications/photos-put', 'mandatory'],
  ['publications-edit/put-of-a-used-car-without-photos', 'publications/photos-put', 'empty-ignored'],
  ['publications-edit/patch-of-nothing-changes-nothing', 'publications/etag-unchanged-write', 'new'],
  ['publications-edit/write-without-an-etag', 'publications/precondition-required', '428'],
  ['publications-edit/stale-etag-with-a-wrong-body', 'common/precedence', 'body-before-precondition'],
  ['publications-edit/patch-of-an-unknown-one-finds-nothing', 'common/write-to-unknown', '403'],
  ['package/suspending-gives-the-place-back-or-keeps-it', 'agencies/package-counts', 'active-and-suspended'],
]

it.each(LEARNED)('%s learns %s=%s', async (clauseId, id, option) => {
  const clause = clauses.find((entry) => entry.id === clauseId)
  if (!clause) throw new Error(`there is no clause ${clauseId}`)
  const { learned } = await runClauseAgainst(clause, { profile: { [id]: option } })
  expect(learned).toContainEqual(expect.objectContaining({ id, option }))
})
