import { Argument, type Command, Option } from 'commander'
import type { CliVerb, ControlCall } from '../../control/call/call.ts'
import { type CallField, callFields } from '../../control/fields.ts'
import { decimalNumber, wholeNumber } from '../support/option-values.ts'

/** Where the value of a member comes from on the command line. */
export interface MemberSource {
  /** Name of the member; members of members with dots. */
  readonly member: string
  /** How the command line names it: `<iso-duration>`, `--speed`. */
  readonly label: string
  /** Reads it from the parsed words and options. */
  read(words: readonly string[], options: Readonly<Record<string, unknown>>): unknown
}

/** Adds words and flags for everything that a call takes, and returns where each member's value is found. */
export const addFlags = (command: Command, call: ControlCall, verb: CliVerb): MemberSource[] => {
  const { words = {} } = verb
  const fields = callFields(call)
  const positions = Object.entries(words).map(([member, form], index): MemberSource => {
    const field = fields.find(({ name }) => name === member)
    command.addArgument(new Argument(form, plainText(field?.description ?? '')))
    const parse = field ? parserOf(field, form.replace(/[<>[\]]/g, '')) : undefined
    return { member, label: form, read: (given) => withParser(parse, given[index]) }
  })
  const flags = fields
    .filter((field) => isFlag(field, verb))
    .map((field): MemberSource => {
      const option = flagOf(field, verb)
      command.addOption(option)
      const key = option.attributeName()
      return { member: field.name, label: option.long ?? key, read: (_, options) => options[key] }
    })
  return [...positions, ...flags]
}

const isFlag = (
  { name, in: place, kind }: CallField,
  { words = {}, flags = {}, omit = [], preset = {} }: CliVerb,
) => {
  const isLeftOut = [...Object.keys(words), ...Object.keys(preset), ...omit].some(
    (member) => name === member || name.startsWith(`${member}.`),
  )
  // A value that only JSON can hold has a flag where the verb names one and converts its value.
  return place !== 'path' && !isLeftOut && (kind !== 'json' || name in flags)
}

const flagOf = (field: CallField, { flags = {} }: CliVerb): Option => {
  const form = flags[field.name] ?? defaultForm(field)
  const option = new Option(`--${form}`, flagText(field))
  if (field.kind === 'choice' && !isShort(field.choices)) return option.choices(field.choices)
  const parse = parserOf(field, option.long ?? '')
  return parse ? option.argParser(parse) : option
}

/** Longer words after a flag would leave no room for its description. */
const isShort = (choices: readonly string[]): boolean => choices.join('|').length <= 24

const flagText = ({ description, default: usual }: CallField): string =>
  `${plainText(description)}${usual === undefined ? '' : ` (default ${String(usual)})`}`

/** Descriptions are written for the document, in Markdown; a help text starts in lower case. */
const plainText = (description: string): string => {
  const text = description.replaceAll('`', '')
  // Names like ExternalId keep their spelling.
  return /^[A-Z][a-z]*(?=[\s,;-])/.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text
}

const defaultForm = ({ name, kind, choices }: CallField): string => {
  const flag = (name.split('.').at(-1) ?? name).replaceAll(/(?<=.)[A-Z]/g, '-$&').toLowerCase()
  if (kind === 'boolean') return flag
  if (kind === 'choice') return `${flag} <${isShort(choices) ? choices.join('|') : 'word'}>`
  return `${flag} <${kind === 'text' ? 'text' : 'number'}>`
}

const parserOf = (field: CallField, name: string): ((text: string) => number) | undefined => {
  const { kind, minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = field
  if (kind === 'integer') return wholeNumber(name, minimum, maximum)
  return kind === 'number' ? decimalNumber(name, minimum, maximum) : undefined
}

const withParser = (parse: ((text: string) => number) | undefined, text: string | undefined): unknown =>
  text === undefined || !parse ? text : parse(text)

/** Returns the input of a call from the words and options given; members without a value are left out. */
export const inputFrom = (
  sources: readonly MemberSource[],
  words: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const input: Record<string, unknown> = {}
  for (const { member, read } of sources) {
    const value = read(words, options)
    if (value !== undefined) assign(input, member.split('.'), value)
  }
  return input
}

const assign = (
  target: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): void => {
  if (rest.length === 0) {
    target[first] = value
    return
  }
  const inner: Record<string, unknown> = {}
  const present = target[first]
  if (typeof present === 'object' && present !== null) Object.assign(inner, present)
  target[first] = inner
  assign(inner, rest, value)
}
