import { expect, it } from 'vitest'
import { clientCommand, hasPrograms } from './clients.ts'
import { sweepOf } from './sweep-of.ts'
import { unexplainedLines } from './unexplained-lines.ts'

/** Careful clients: random ids, retries as late as the service says, edits under the tag that was read. */
it.each(['careful-publisher.mjs', 'careful-patch.mjs', 'careful-put.py', 'careful-receiver.py'])(
  'a whole sweep of %s finds nothing, and says nothing else',
  async (client) => {
    if (!hasPrograms(client)) return
    const report = await sweepOf(clientCommand(client), { jobs: 6 })
    expect(report.variants.filter(({ verdict }) => verdict === 'breaks')).toEqual([])
    expect(report.variants.filter(({ verdict }) => verdict === 'passes').length).toBeGreaterThan(30)
    expect([report.stopped, report.notRun, report.exitCode]).toEqual([null, [], 0])
    expect(unexplainedLines(report)).toEqual([])
  },
)
