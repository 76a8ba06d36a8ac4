import type { Finding } from '../../../../contracts/rules/finding.ts'
import type { HistoryExchange } from '../../../../contracts/rules/recorded-exchange.ts'
import { TEXT_JSON_TYPE } from '../../../api/wire/media-types.ts'
import type { mediaTypes } from '../../../kit/target/target.ts'
import type { RequestSequence, SequenceCommand } from './sequence-command.ts'

/** Maximum number of replays for one finding. */
const MAX_REPLAYS = 40

/**
 * Returns a shorter sequence that still shows a finding: without unneeded commands, then without unneeded
 * members. Each attempt is sent to the service with fresh ids, so the number of attempts is bounded.
 */
export const shrunkSequence = async (
  sequence: RequestSequence,
  reproduces: (commands: readonly SequenceCommand[]) => Promise<boolean>,
): Promise<RequestSequence> => {
  let replays = 0
  const attempt = async (commands: readonly SequenceCommand[]): Promise<boolean> => {
    replays += 1
    return replays <= MAX_REPLAYS && (await reproduces(commands))
  }
  let { commands } = sequence
  for (let size = Math.ceil(commands.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = commands.length - size; at >= 0; at -= size) {
      const fewer = commands.toSpliced(at, size)
      if (fewer.length > 0 && (await attempt(fewer))) commands = fewer
      at = Math.min(at, commands.length)
    }
  }
  for (const [at, command] of commands.entries())
    for (const simpler of simplerCommands(command)) {
      const changed = commands.with(at, simpler)
      if (await attempt(changed)) commands = changed
    }
  return { ...sequence, commands }
}

/** Returns simpler forms of a command: fewer members, the plain form. */
const simplerCommands = (command: SequenceCommand): readonly SequenceCommand[] => {
  const plain =
    'accept' in command && command.accept !== 'json' ? [{ ...command, accept: 'json' as const }] : []
  if (!('members' in command) || command.members === undefined) return plain
  const names = Object.keys(command.members)
  if (names.length < 2) return plain
  const { members } = command
  return [
    ...plain,
    ...names.map((left) => ({
      ...command,
      members: Object.fromEntries(Object.entries(members).filter(([name]) => name !== left)),
    })),
  ]
}

/**
 * Returns sequences that may show a finding, the shortest first: the creates with the two commands whose
 * responses contradict each other, then with all commands between them. `since` is -1 if one response shows
 * it alone.
 */
export const guessedCommands = (
  commands: readonly SequenceCommand[],
  since: number,
  broken: number,
): readonly (readonly SequenceCommand[])[] => {
  const withCreates = (isKept: (at: number) => boolean) =>
    commands.filter(({ do: name }, at) => isKept(at) || (name === 'create' && at < broken))
  const ends = withCreates((at) => at === since || at === broken)
  return since < 0 ? [ends] : [ends, withCreates((at) => at >= since && at <= broken)]
}

/**
 * Returns a sequence that repeats the requests of a finding: of reads by links, those of the contradicting
 * answers.
 */
export const repeatable = (
  sequence: RequestSequence,
  { since, between, exchange }: Finding,
  types: ReturnType<typeof mediaTypes>,
): RequestSequence => {
  if (sequence.commands.some(({ do: name }) => name !== 'crawl')) return sequence
  const again = ({ method, url, headers: { accept = '' }, body }: HistoryExchange): SequenceCommand => {
    const word = ({ [types.ref]: 'ref', [types.entry]: 'entry', [TEXT_JSON_TYPE]: 'text' } as const)[accept]
    const sent = body.kind === 'text' ? { body: body.json } : {}
    return { do: 'send', method, path: url, accept: word ?? 'json', ...sent }
  }
  return { commands: [since, between, exchange].flatMap((one) => (one ? [again(one)] : [])) }
}
