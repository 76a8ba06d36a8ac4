import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { errorKeys, problemMembers } from '../../src/kit/target/problem.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import {
  expectProblemType,
  keyRefersTo,
  PROBLEM_TYPES,
  plainPath,
  validationErrorsIn,
} from '../support/problem-body.ts'

/** Provokes a 400 without changing anything: a search without its required parameter (CAT-08). */
const PROVOKING = '/v3/marcas/bestmatch'

const provoked = async (t: ClauseContext): Promise<Exchange> => {
  const answer = await t.get(PROVOKING)
  return answer.response.status === 400 ? answer : t.skip(`no 400 to judge: ${answer.response.status}`)
}

/** The problem of a 400, member by member (ERR-02): one clause for each. */
const member = (name: string, meaning: string): Clause =>
  clause({
    id: `errors/a-problem-has-${name.toLowerCase()}`,
    rule: 'errors/a-problem-has-{member}',
    statements: ['ERR-02'],
    title: `${name} of a problem is ${meaning}`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await provoked(t)
      const value = problemMembers(t.object(answer))[name]
      t.assert(
        PROBLEM_TYPES[name]?.safeParse(value).success === true,
        `${name}, ${meaning}`,
        JSON.stringify(value) ?? 'nothing',
        answer,
      )
      const sent = Object.keys(t.object(answer))
      if (name === 'Title') t.learn('errors/member-casing', sent.includes(name) ? 'pascal' : 'camel', answer)
    },
  })

const members: readonly Clause[] = Object.entries({
  Type: 'a text',
  Title: 'a text',
  Status: 'a whole number',
  Detail: 'a text',
  Instance: 'a text',
  Extensions: 'an object',
}).map(([name, meaning]) => member(name, meaning))

/** Problems and validation problems of 400 (ERR-01, ERR-02, ERR-03). */
export const errorsBodies: readonly Clause[] = [
  clause({
    id: 'errors/a-refusal-is-problem-json',
    statements: ['ERR-01'],
    title: 'A 400 is application/problem+json, whatever JSON type was requested',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      for (const answer of [await provoked(t), await t.get(PROVOKING, { accept: t.types.json })]) {
        expectProblemType(t, answer)
        t.object(answer)
      }
    },
  }),
  ...members,
  clause({
    id: 'errors/type-is-a-uri',
    statements: ['ERR-02'],
    title: 'Type of a problem is a URI',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await provoked(t)
      const { Type: type } = problemMembers(t.object(answer))
      if (typeof type !== 'string') return t.skip('the problem has no Type to judge')
      t.assert(/^[^\s<>"{}|\\^`]+$/.test(type) && isUrl(type, 'http://a.example'), 'a URI', type, answer)
    },
  }),
  clause({
    id: 'errors/status-is-the-status',
    statements: ['ERR-02'],
    title: "Status of a 400's problem is 400",
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await provoked(t)
      const { Status: status } = problemMembers(t.object(answer))
      t.assert(status === 400, 'Status 400', status, answer)
    },
  }),
  clause({
    id: 'errors/instance-is-the-request-path',
    statements: ['ERR-02'],
    title: 'Instance of a problem is the path of the request',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await provoked(t)
      const { Instance: instance } = problemMembers(t.object(answer))
      if (typeof instance !== 'string') return t.skip('the problem has no Instance to judge')
      // A service behind a path prefix may show its own part of the path, or the whole.
      t.assert(plainPath(instance).endsWith(PROVOKING), `Instance ${PROVOKING}`, instance, answer)
    },
  }),
  clause({
    id: 'errors/errors-map-names-to-texts',
    statements: ['ERR-03'],
    title: 'A 400 has Errors, an object whose members are arrays of strings',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      validationErrorsIn(t, await provoked(t))
    },
  }),
  clause({
    id: 'errors/errors-name-what-is-missing',
    statements: ['ERR-03', 'CAT-08'],
    title: 'Errors names a missing parameter, under its own name or under _',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await provoked(t)
      const errors = validationErrorsIn(t, answer)
      // Whether a query parameter is a property is open (`errors/keys`).
      const reported = Object.entries(errors).find(([key]) => keyRefersTo(key, 'make') || key === '_')
      t.assert((reported?.[1].length ?? 0) > 0, 'make or _ in Errors', Object.keys(errors), answer)
    },
  }),
  clause({
    id: 'errors/errors-name-the-member',
    statements: ['ERR-03', 'ERR-01', 'PUB-11', 'COM-01'],
    title: 'Errors names a member out of bounds, spelled as in requests, with a text',
    leaves: 'nothing',
    needs: ['write'],
    check: async (t) => {
      const answer = await t.create({ VersionYear: 1907 })
      t.status(answer, 400)
      const errors = validationErrorsIn(t, answer)
      const reported = Object.entries(errors).find(([key]) => keyRefersTo(key, 'VersionYear'))
      t.assert((reported?.[1].length ?? 0) > 0, 'VersionYear in Errors', Object.keys(errors), answer)
      // Problems may be spelled in another way altogether (`errors/member-casing`).
      const isSpelled =
        !('Errors' in membersOf(answer.json)) || reported?.[0].includes('VersionYear') === true
      t.assert(isSpelled, 'the key VersionYear, in these letters', reported?.[0], answer)
      learnKeys(t, await t.create({ Precio: { ...amountFor(t, 0), Importe: 'mucho' } }))
    },
  }),
  clause({
    id: 'errors/several-faults',
    statements: ['ERR-03'],
    title: 'Errors names at least one of two members out of bounds',
    leaves: 'nothing',
    needs: ['write'],
    check: async (t) => {
      const answer = await t.create({ VersionYear: 1907, Kilometraje: -1 })
      t.status(answer, 400)
      validationErrorsIn(t, answer)
      const reported = ['VersionYear', 'Kilometraje'].filter((name) =>
        errorKeys(answer.json).some((key) => keyRefersTo(key, name)),
      )
      t.assert(reported.length > 0, 'VersionYear or Kilometraje in Errors', errorKeys(answer.json), answer)
      t.learn('errors/how-many', reported.length > 1 ? 'all' : 'first', answer)
    },
  }),
  clause({
    id: 'errors/entry-level-problems',
    statements: ['ERR-03', 'COM-01'],
    title: 'A body that is broken JSON or not an object is refused under the key _',
    leaves: 'nothing',
    needs: ['write'],
    check: async (t) => {
      for (const body of ['{"ExternalId": ', '[]']) {
        const answer = await t.send('POST', `/v3/publicaciones/${t.adminMail}`, { body })
        t.status(answer, 400)
        const errors = validationErrorsIn(t, answer)
        t.assert((errors._?.length ?? 0) > 0, '_ in Errors', Object.keys(errors), answer)
      }
    },
  }),
]

const KEY_FORMS: Readonly<Record<string, string>> = { 'precio.importe': 'paths', precio: 'top-level' }

/** Learns from a wrong nested member how deep keys go. Other clauses judge other responses. */
const learnKeys = (t: ClauseContext, answer: Exchange): void => {
  const reported = errorKeys(answer.json).find(
    (key) => keyRefersTo(key, 'Precio') || keyRefersTo(key, 'Importe'),
  )
  if (reported !== undefined)
    t.learn('errors/keys', KEY_FORMS[reported.replace(/^\$\.?/, '').toLowerCase()] ?? reported, answer)
}
