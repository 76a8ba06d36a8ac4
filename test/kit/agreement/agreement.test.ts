import { expect, it } from 'vitest'
import { clauses } from '../../../contracts/index.ts'
import { checkWith } from '../../../src/checks/check/check.ts'
import { learnedAssumptions } from '../../../src/checks/learning/learned-profile.ts'
import { fetchTransport } from '../../../src/kit/target/fetch-transport.ts'
import { Simulator } from '../../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../../src/server/app.ts'
import type { Choices } from '../../outsider/choices.ts'
import { startOutsider } from '../../outsider/outsider.ts'
import { isFullRun } from '../../support/full-run.ts'
import { AGENCY, TARGET_URL } from '../targets.ts'
import { QUESTIONS } from './questions.ts'
import { AskedService } from './service.ts'

/**
 * A sandbox with the learned profile answers open questions as the service does from which it was learned.
 */

const sandbox = await Simulator.open({ scenario: 'demo' })
const app = createApp(sandbox)

/** Of thirty questions this many have to agree. */
const AGREEING = 28 / 30

const VARIANTS: readonly (readonly [name: string, switches: Partial<Choices>])[] = [
  ['base', {}],
  ['root-relative links', { hrefForm: 'root' }],
  ['full form for any Accept', { acceptUnsupported: 'full' }],
  ['400 for a foreign Content-Type', { contentTypeUnsupported: 400 }],
  ['unknown members refused', { unknownMembers: 'refused', unknownQuery: 'refused' }],
  ['types converted', { coercesTypes: true }],
  ['null refused', { nullMembers: 'refused' }],
  ['weak tags', { weakTags: true }],
  ['precondition required', { preconditionRequired: true }],
  ['body before precondition', { bodyBeforeTag: true }],
  ['top-level keys', { errorKeys: 'top' }],
  ['first error only', { firstErrorOnly: true }],
  ['json not found', { notFound: 'json' }],
  ['unreserved ids', { externalIdLetters: 'unreserved' }],
  ['ids used again', { archivedIdReuse: true }],
  ['a Vin once', { sameVin: 400 }],
  ['Status 400 in a 409', { conflictStatus: 400 }],
  ['conflicts on the state', { conflictKey: 'EstadoActual' }],
  ['archived ones unreadable', { archivedRead: 404 }],
  ['403 for archived ones', { archivedWrite: 403 }],
  ['suspending twice succeeds', { suspendTwice: 200 }],
  ['unknown operator gives the administrator', { unknownOperator: 'administrator' }],
  ['unknown car kept', { unresolvable: 'kept' }],
  ['phone refused', { phoneCreate: 'refused' }],
  ['uneditable refused', { uneditable: 'refused' }],
  ['absent members kept', { putAbsent: 'kept' }],
  ['no page beyond the last', { beyondLast: 404 }],
  ['403 for writes to the unknown', { writeToUnknown: 403 }],
]

/** Each variant alone in a full run, else several that concern different choices. */
const SERVICES: readonly (readonly [name: string, switches: Partial<Choices>])[] = isFullRun
  ? VARIANTS
  : [0, 1, 2, 3, 4].map((rest) => {
      const together = VARIANTS.filter((_, at) => at % 5 === rest)
      return [
        together.map(([name]) => name).join('; '),
        Object.assign({}, ...together.map(([, switches]) => switches)),
      ] as const
    })

/** Returns the clauses that learn from a service: the others need not run for every variant. */
const teachingOn = async (switches: Partial<Choices>): Promise<ReadonlySet<string>> => {
  const { url, agency, close } = await startOutsider({ switches })
  const some = clauses.filter(({ id, needs }) => !id.startsWith('relations/') && !needs.includes('callback'))
  const report = await checkWith(some, { url, agency, receiver: null }).finally(close)
  return new Set(report.learned.map(({ clause }) => clause))
}

const teaching = await teachingOn({})
const TEACHING = clauses.filter(({ id }) => teaching.has(id))

it('there are at least sixty questions and twenty variants', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(60)
  expect(VARIANTS.length).toBeGreaterThan(20)
})

it.each(SERVICES)('the learned profile agrees with %s', { timeout: 90_000 }, async (_, switches) => {
  const outsider = await startOutsider({ switches })
  const { url, agency } = outsider
  try {
    const report = await checkWith(TEACHING, { url, agency, receiver: null })
    const profile = Object.fromEntries(
      learnedAssumptions(report).flatMap(({ id, option }) => (option === undefined ? [] : [[id, option]])),
    )
    const { name } = await sandbox.makeWorld({ scenario: 'demo', profile })
    const theirs = new AskedService(url, agency, fetchTransport(fetch))
    const ours = new AskedService(
      `${TARGET_URL}/w/${name}`,
      AGENCY,
      fetchTransport(async (request) => app.fetch(request)),
    )
    const disagreements: string[] = []
    for (const { name: what, ask } of QUESTIONS) {
      const [their, our] = [await ask(theirs), await ask(ours)]
      if (their !== our) disagreements.push(`${what}: the service ${their}, the sandbox ${our}`)
    }
    sandbox.worlds.delete(name)
    const agreed = (QUESTIONS.length - disagreements.length) / QUESTIONS.length
    expect(agreed, disagreements.join('\n')).toBeGreaterThanOrEqual(AGREEING)
  } finally {
    await outsider.close()
  }
})
