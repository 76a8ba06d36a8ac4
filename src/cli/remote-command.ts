import { type Arguments, type Command, didYouMean, type Part, UsageError } from './command.ts'
import { EXIT_CODES, type Option, REMOTE_OPTIONS, type Remote, remoteOf } from './remote.ts'

/** One thing that a command does with a running server. */
export interface Verb {
  /** The words that follow it; those in brackets may be left out. */
  readonly takes?: string
  readonly summary: string
  readonly example: string
  readonly options?: Readonly<Record<string, Option>>
  run(asked: Asked): Promise<number>
}

export interface Asked {
  readonly remote: Remote
  readonly args: Arguments
  /** As many as `takes` asks for are there. */
  readonly words: readonly string[]
}

export interface RemoteCommand {
  readonly name: string
  readonly summary: string
  /** What is done when the first word is none of the verbs. */
  readonly otherwise?: Verb
  /** By first word. */
  readonly verbs?: Readonly<Record<string, Verb>>
  /** Options that every verb takes. Default those of any remote command. */
  readonly shared?: Readonly<Record<string, Option>>
}

/** A command that speaks to a running server, from the table of what it can do. */
export const remoteCommand = ({
  name,
  summary,
  otherwise,
  verbs = {},
  shared = REMOTE_OPTIONS,
}: RemoteCommand): Command => {
  const all = [...(otherwise ? [otherwise] : []), ...Object.values(verbs)]
  const options: Record<string, Option> = Object.assign({}, ...all.map((verb) => verb.options ?? {}), shared)
  return {
    name,
    summary: `${summary}\n\n${EXIT_CODES}`,
    usage: usage(name, otherwise, Object.keys(verbs)),
    example: all[0]?.example ?? `playa ${name}`,
    words: Number.POSITIVE_INFINITY,
    options: Object.fromEntries(
      Object.entries(options).map(([key, { type, short }]) => [key, { type, ...(short !== undefined && { short }) }]),
    ),
    help: Object.fromEntries(Object.entries(options).map(([key, { help }]) => [key, ownersOf(key, verbs) + help])),
    parts: Object.fromEntries(Object.entries(verbs).map(([word, verb]) => [word, partOf(verb)])),
    run: async (args) => {
      const { verb, named, words } = chosen({ name, summary, verbs, ...(otherwise && { otherwise }) }, args.positionals)
      onlyOwnOptions(args, { ...verb.options, ...shared }, named)
      return verb.run({ remote: remoteOf(args), args, words })
    },
  }
}

const usage = (name: string, otherwise: Verb | undefined, verbs: readonly string[]): string => {
  const first = [...(otherwise?.takes ? [otherwise.takes] : []), ...verbs].join('|')
  const words = otherwise && !otherwise.takes && verbs.length > 0 ? `[${first}]` : first
  return [name, words, '[options]'].filter((text) => text !== '').join(' ')
}

const partOf = ({ takes = '', summary, example, options = {} }: Verb): Part => ({
  takes,
  summary,
  example,
  options: Object.keys(options),
})

/** `new, fork: `, when an option belongs to some verbs only. */
const ownersOf = (option: string, verbs: Readonly<Record<string, Verb>>): string => {
  const owners = Object.keys(verbs).filter((word) => option in (verbs[word]?.options ?? {}))
  return owners.length === 0 ? '' : `${owners.join(', ')}: `
}

interface Chosen {
  readonly verb: Verb
  /** As it is called in sentences. */
  readonly named: string
  readonly words: readonly string[]
}

const chosen = ({ name, otherwise, verbs = {} }: RemoteCommand, given: readonly string[]): Chosen => {
  const [first, ...rest] = given
  const own = first === undefined || !Object.hasOwn(verbs, first) ? undefined : verbs[first]
  if (own) return { verb: own, named: `${name} ${first}`, words: counted(own, `${name} ${first}`, rest) }
  const known = Object.keys(verbs)
  const hint = didYouMean(first ?? '', known)
  if (otherwise && (first === undefined || (otherwise.takes && given.length === 1)))
    return { verb: otherwise, named: name, words: counted(otherwise, name, given) }
  if (known.length > 0)
    throw new UsageError(
      `${name} takes ${known.join(', ')}, not ${first === undefined ? 'nothing' : JSON.stringify(first)}.${hint}`,
    )
  return { verb: otherwise ?? impossible(name), named: name, words: counted(otherwise, name, given) }
}

const impossible = (name: string): never => {
  throw new Error(`${name} can do nothing`)
}

const counted = (verb: Verb | undefined, named: string, words: readonly string[]): readonly string[] => {
  const takes = verb?.takes?.split(' ') ?? []
  const missing = takes[words.length]
  if (missing !== undefined && !missing.startsWith('['))
    throw new UsageError(`${named} takes ${takes.join(' ')}: ${missing} is missing.`)
  const extra = words[takes.length]
  if (extra !== undefined)
    throw new UsageError(
      `${named} takes ${takes.length === 0 ? 'no further word' : takes.join(' ')}: what is ${JSON.stringify(extra)}?`,
    )
  return words
}

/** An option that would be passed over in silence is a misunderstanding. */
const onlyOwnOptions = (args: Arguments, own: Readonly<Record<string, Option>>, named: string): void => {
  const foreign = Object.keys(args.values).find((option) => !Object.hasOwn(own, option))
  if (foreign !== undefined) throw new UsageError(`${named} does not take --${foreign}.`)
}
