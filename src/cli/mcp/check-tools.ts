import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import type { CheckOptions } from '../../checks/check/check.ts'
import type { Report, ReportedClause } from '../../checks/reports/schema.ts'
import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { isUrl } from '../../lib/text/url.ts'
import type { AgentTool, ToolHost } from './agent-tool.ts'
import { clientOf, credentialsFor } from './api-request.ts'
import { composedTool, worldOf } from './composed-tool.ts'
import { onFork } from './decision-tools.ts'
import { worldMember } from './input-schema.ts'

const targetMembers = {
  world: worldMember,
  url: z
    .string()
    .optional()
    .describe('Base URL of another service on this machine; default: a copy of the world is checked'),
  agency: z
    .string()
    .optional()
    .describe('`adminMail` of the agency that the run may use; default: the first'),
}

const runCheck = composedTool({
  name: 'run_check',
  description:
    'Check a service against the description with the clauses of the contract kit, and list the failures. ' +
    'A check of another service writes to it: use an agency made for tests.',
  input: z.strictObject({
    ...targetMembers,
    only: z.array(z.string()).optional().describe('Clause ids, sections or statement ids; default: all'),
  }),
  effect: 'fork',
  run: async (host, { only, ...target }) => {
    const report = await checked(host, target, only ?? [])
    const failures = report.clauses.filter(isFailure)
    const [first] = failures
    const more = first ? ` explain_failure with clause ${first.id} shows one in full.` : ''
    const { passed, observed, warned, skipped } = report.summary
    return {
      summary:
        `${failures.length} clauses failed, ${passed + observed + warned} held, ${skipped} were skipped ` +
        `(exit code ${report.exitCode}).${more}`,
      data: {
        stopped: report.stopped,
        failures: failures.map(({ id, title, statements, violation, reason }) => ({
          clause: id,
          title,
          statements,
          expected: violation?.expected,
          got: violation?.got ?? reason,
        })),
        learned: report.learned.map(({ id, option }) => `${id} = ${option}`),
        left: report.left,
      },
    }
  },
})

const isFailure = ({ verdict }: ReportedClause): boolean => verdict === 'failed' || verdict === 'broken'

const explainFailure = composedTool({
  name: 'explain_failure',
  description:
    'Run one clause again and show what the description says, the expected and the actual response, every exchange and ' +
    'a command that repeats the request.',
  input: z.strictObject({ ...targetMembers, clause: z.string().describe('Id of the clause') }),
  effect: 'fork',
  run: async (host, { clause, ...target }) => {
    const report = await checked(host, target, [clause])
    const found = report.clauses.find(({ id }) => id === clause)
    if (!found)
      throw new ControlError(404, `${clause} names no single clause; run_check lists those that fail.`)
    const { id, title, statements, sentences, verdict, violation, reason, warnings, exchanges } = found
    return {
      summary: `${id}: ${verdict}.`,
      data: {
        title,
        statements: statements.map((statement, index) => ({ id: statement, sentence: sentences[index] })),
        expected: violation?.expected,
        got: violation?.got ?? reason,
        warnings,
        repeat: violation?.curl,
        exchanges,
      },
    }
  },
})

type CheckTarget = {
  readonly world?: string | undefined
  readonly url?: string | undefined
  readonly agency?: string | undefined
}

const checked = async (host: ToolHost, target: CheckTarget, only: readonly string[]): Promise<Report> => {
  const { world: named, url, agency } = target
  if (url !== undefined) {
    if (!host.checksOthers)
      throw new ControlError(403, 'These tools check worlds of this server only; playa check takes any URL.')
    requireThisMachine(url)
    if (agency === undefined)
      throw new ControlError(400, 'With url, run_check needs an agency: give its adminMail.')
    return report({ url, agency, only })
  }
  const world = worldOf(host, named)
  const { connection } = host
  return onFork(host, world, async (copy, fork) => {
    const first = (await clientOf(copy, fork).worlds.read()).agencies[0]?.adminMail ?? ''
    return report({
      url: `${connection.url}/w/${fork}`,
      agency: agency ?? first,
      auth: await credentialsFor(copy, fork),
      only,
      ...(connection.fetch && {
        // In process nothing waits for a socket, so without a turn for others a run would hold the server.
        fetch: async (request: Request) => {
          await nextTurn()
          return (await connection.fetch?.(request)) ?? fetch(request)
        },
      }),
    })
  })
}

/** A tool leaves this machine only with `playa check`, which a person starts. */
const requireThisMachine = (url: string): void => {
  const host = isUrl(url) ? new URL(url).hostname : ''
  if (/^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/.test(host)) return
  throw new ControlError(403, `${url} is not on this machine; playa check takes any URL.`)
}

/** Whether a check is running: each keeps all of its exchanges. */
let isChecking = false

const report = async (options: CheckOptions): Promise<Report> => {
  if (isChecking) throw new ControlError(503, 'Another check is running; call again when it has ended.')
  isChecking = true
  try {
    return await checkedAlone(options)
  } finally {
    isChecking = false
  }
}

const checkedAlone = async (options: CheckOptions): Promise<Report> => {
  const [{ checkWith }, { InvalidOptionsError }, { clauses }] = await Promise.all([
    import('../../checks/check/check.ts'),
    import('../../kit/target/invalid-options-error.ts'),
    import('../../../contracts/index.ts'),
  ])
  try {
    return await checkWith(clauses, options)
  } catch (error) {
    if (error instanceof InvalidOptionsError) throw new ControlError(400, error.message)
    throw error
  }
}

/** Tools of the contract kit. */
export const checkTools: readonly AgentTool[] = [runCheck, explainFailure]
