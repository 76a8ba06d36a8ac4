import { matched } from '../catalogue/best-match.ts'
import { placeOf } from '../catalogue/place.ts'
import type { Findings } from './answers.ts'
import type { Call } from './call.ts'

interface Rule {
  readonly type: 'text' | 'integer' | 'boolean' | 'money' | 'place' | 'items' | 'addresses' | 'header'
  readonly min?: number
  readonly max?: number
  readonly isMail?: boolean
  readonly isNullable?: boolean
}

export type Rules = Readonly<Record<string, Rule>>
export type Values = Record<string, unknown>

/** Reads the members of `body` by `rules`; faults go to `findings`, null stays null. */
export const membersOf = (call: Call, body: Values, rules: Rules, findings: Findings): Values => {
  const values: Values = {}
  for (const [name, sent] of Object.entries(body)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (rule === undefined) {
      if (call.choices.unknownMembers === 'refused') findings.add(name, 'No se conoce este dato.')
    } else if (sent === null) {
      const isRefused = call.choices.nullMembers === 'refused' && !rule.isNullable
      if (isRefused) findings.add(name, 'No puede ser null.')
      values[name] = null
    } else values[name] = CHECKS[rule.type](call, name, sent, bounded(call, name, rule), findings)
  }
  return values
}

const bounded = ({ choices }: Call, name: string, rule: Rule): Rule => {
  const shift = choices.bounds[name]
  if (shift === undefined) return rule
  return {
    ...rule,
    ...(rule.min === undefined ? {} : { min: rule.min + (shift.min ?? 0) }),
    ...(rule.max === undefined ? {} : { max: rule.max + (shift.max ?? 0) }),
  }
}

/** Counts characters in the chosen unit. */
const lengthOf = ({ choices }: Call, text: string): number => {
  if (choices.countsBytes) return Buffer.byteLength(text)
  if (choices.lengthUnit === 'utf16') return text.length
  return [...(choices.lengthUnit === 'trimmed' ? text.trim() : text)].length
}

type Check = (call: Call, name: string, sent: unknown, rule: Rule, findings: Findings) => unknown

const LETTERS = { all: /[^\s\S]/, bmp: /[\u{10000}-\u{10ffff}]/u, latin: /[\u0100-\u{10ffff}]/u }

const text: Check = (call, name, sent, rule, findings) => {
  const value = typeof sent === 'number' && call.choices.coercesTypes ? String(sent) : sent
  if (typeof value !== 'string') return findings.add(name, 'Se espera un texto.')
  const length = lengthOf(call, value)
  if (length < (rule.min ?? 0)) findings.add(name, `Al menos ${rule.min} caracteres; hay ${length}.`)
  if (length > (rule.max ?? Number.POSITIVE_INFINITY))
    findings.add(name, `A lo sumo ${rule.max}; hay ${length}.`)
  if (LETTERS[call.choices.letters].test(value)) findings.add(name, 'Tiene signos que no se admiten.')
  if (rule.isMail && value !== '' && !isMail(value)) findings.add(name, 'No es un correo electrónico.')
  return value
}

/** Returns whether `value` looks like an e-mail address. */
export const isMail = (value: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

const integer: Check = (call, name, sent, rule, findings) => {
  const isText = typeof sent === 'string' && /^-?\d+$/.test(sent) && call.choices.coercesTypes
  const value = isText ? Number(sent) : sent
  if (typeof value !== 'number' || !Number.isInteger(value))
    return findings.add(name, 'Se espera un número entero.')
  if (value < (rule.min ?? value) || value > (rule.max ?? value))
    findings.add(name, `Debe estar entre ${rule.min} y ${rule.max}.`)
  return value
}

const boolean: Check = (call, name, sent, _rule, findings) => {
  if (call.choices.coercesTypes && (sent === 'true' || sent === 'false')) return sent === 'true'
  return typeof sent === 'boolean' ? sent : findings.add(name, 'Se espera true o false.')
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const money: Check = (call, name, sent, _rule, findings): unknown => {
  if (!isRecord(sent)) return findings.add(name, 'Se espera un objeto con Moneda e Importe.')
  const { Moneda: coin, Importe: amount } = sent
  const found =
    typeof coin === 'string'
      ? matched(call.world, call.world.catalogue.currencies, coin, { asker: 'Moneda' })
      : undefined
  if (found === undefined) findings.add(`${name}.Moneda`, 'No se reconoce la moneda.')
  const { leastAmount, mostAmount, amounts, amountFault } = call.choices
  if (typeof amount !== 'number' || amount < leastAmount || amount > mostAmount)
    return findings.add(`${name}.Importe`, `Se espera un número desde ${leastAmount}.`)
  if (amounts === 'integers' && !Number.isInteger(amount)) findings.add(`${name}.Importe`, 'Sin decimales.')
  const isRound = amounts === 'rounded' || amountFault === 'rounds'
  const kept =
    amountFault === 'rounds' ? Math.round(amount / 1000) * 1000 : isRound ? Math.round(amount) : amount
  return {
    Moneda: (call.choices.currencyShown === 'name' ? found?.name : found?.codename) ?? '',
    Importe: kept,
  }
}

const place: Check = (call, name, sent, _rule, findings) =>
  isRecord(sent) ? placeOf(call, sent, `${name}.`, findings) : findings.add(name, 'Se espera un objeto.')

const items: Check = (call, name, sent, rule, findings) => {
  if (!Array.isArray(sent)) return findings.add(name, 'Se espera una lista.')
  if (sent.length > (rule.max ?? sent.length)) findings.add(name, `A lo sumo ${rule.max} elementos.`)
  const { customItem } = call.choices
  sent.forEach((item: unknown, at) => {
    const isWrong =
      (customItem === 'object' && !isRecord(item)) || (customItem === 'string' && typeof item !== 'string')
    if (isWrong) findings.add(`${name}[${at}]`, 'El elemento no tiene la forma esperada.')
  })
  return sent
}

const addresses: Check = (call, name, sent, _rule, findings) => {
  if (!Array.isArray(sent)) return findings.add(name, 'Se espera una lista de direcciones.')
  const { photos, photosMost, photoRefused } = call.choices
  if (photosMost > 0 && sent.length > photosMost) findings.add(name, `A lo sumo ${photosMost} fotos.`)
  const isUsable = (address: unknown): boolean =>
    typeof address === 'string' &&
    (photos === 'httpsOnly' ? /^https:\/\/[^/\s]+\S*$/ : /^https?:\/\/[^/\s]+\S*$/).test(address) &&
    URL.canParse(address) &&
    photos !== 'unreachable'
  if (photoRefused === 'leftOut') return sent.filter(isUsable)
  sent.forEach((address: unknown, at) => {
    if (!isUsable(address)) findings.add(`${name}[${at}]`, 'No se pudo obtener la imagen.')
  })
  return sent
}

const RESERVED = /^(notification-.*|host|content-length|content-type|connection|transfer-encoding)$/i

const header: Check = (call, name, sent, _rule, findings) => {
  if (!isRecord(sent)) return findings.add(name, 'Se espera un objeto con Name y Value.')
  const { Name: label, Value: value } = sent
  if (typeof label !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(label))
    findings.add(`${name}.Name`, 'Nombre inválido.')
  else if (RESERVED.test(label) && call.choices.reservedHeaders === 'refused')
    findings.add(`${name}.Name`, 'Ese nombre está reservado.')
  if (typeof value !== 'string' || !/^[\x20-\x7e]*$/.test(value))
    findings.add(`${name}.Value`, 'Valor inválido.')
  return { Name: label, Value: value }
}

const CHECKS: Readonly<Record<Rule['type'], Check>> = {
  text,
  integer,
  boolean,
  money,
  place,
  items,
  addresses,
  header,
}
