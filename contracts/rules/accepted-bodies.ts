import { plainType } from '../../src/api/wire/publication-members.ts'
import { isSampleVin } from '../../src/kit/sample/vin.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { digitsOf } from '../../src/lib/text/digits-of.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/publication-forms.ts'
import type { AgencyFacts } from './agency-facts.ts'
import { modelKey } from './described-request.ts'
import { isBlank, type Members } from './expectations.ts'
import type { Judgement } from './judgement.ts'
import { isDone, sentObject } from './recorded-exchange.ts'
import { MEMBER_STATEMENTS } from './request-issues.ts'
import type { SeenRequest } from './seen-request.ts'

/** Bodies that are kept of each operation. */
const MAX_KEPT = 60

/**
 * A service that accepted a request accepts it again with other valid values: a refusal is compared with
 * accepted requests that differ only in certainly valid values.
 */
export class AcceptedBodies {
  readonly #kept = new Map<string, Accepted[]>()
  readonly #ids = new Set<string>()
  /** Values of members of which a service may have one publication each. */
  readonly #taken = new Set<string>()

  /** Judges a create or a full edit. */
  judge(judgement: Judgement, seen: SeenRequest): void {
    const { exchange } = judgement
    const { operation, base, parameters, facts, issues, isBodyDecisive } = seen
    const isCreate = operation.id === 'publications.create'
    const sent = sentObject(exchange)
    if (sent === undefined || (!isCreate && operation.id !== 'publications.edit')) return
    const key = `${operation.id} ${base} ${parameters['adminmail']?.toLowerCase()}`
    const kept = this.#kept.get(key) ?? []
    this.#kept.set(key, kept)
    const id = modelKey(base, parameters['adminmail'] ?? '', String(sent['ExternalId']))
    const { status } = exchange
    if (isBodyDecisive && issues.length === 0 && kept.length > 0)
      judgement.exercise('requests/valid-is-accepted')
    if (isDone(exchange)) {
      kept.unshift({ sent, shown: membersOf(exchange.json) })
      kept.splice(MAX_KEPT)
    } else if (
      (status === 400 || status === 409 || status === 500) &&
      issues.length === 0 &&
      isBodyDecisive
    ) {
      const isFresh =
        !isCreate || (!this.#ids.has(id) && /^[a-z0-9]{2,255}$/i.test(String(sent['ExternalId'])))
      const isOwn = !takenBy(sent).some((value) => this.#taken.has(value))
      const isPlaced = sent['Activa'] === false || facts.hasPlace
      if (isFresh && isOwn && isPlaced)
        judgeRefused(judgement, sent, { kept, facts, isCreate, own: operation.statements[0] ?? '' })
    }
    if (isCreate) this.#ids.add(id)
    for (const value of takenBy(sent)) this.#taken.add(value)
  }
}

/** Returns what a publication may have for itself: its chassis number, its stock number. */
const takenBy = (sent: Members): readonly string[] =>
  ['Vin', 'RefStock']
    .filter((name) => !isBlank(sent[name]))
    .map((name) => `${name} ${sent[name]}`.toLowerCase())

const judgeRefused = (
  judgement: Judgement,
  sent: Members,
  {
    kept,
    facts,
    isCreate,
    own,
  }: { kept: readonly Accepted[]; facts: AgencyFacts; isCreate: boolean; own: string },
): void => {
  const { exchange } = judgement
  const blamed = errorKeys(exchange.json).filter((key) => key !== '_' && key !== '')
  // Of an edit the state may be the reason: conditions of a suspension, `Activa` equal to it (PUB-29,
  // PUB-37).
  if (!isCreate && exchange.status === 409 && blamed.every((key) => OF_STATE.has(key))) return
  for (const { sent: former, shown } of kept) {
    const names = [...new Set([...Object.keys(sent), ...Object.keys(former)])]
    const differing = names.filter(
      (name) =>
        !(isCreate && name === 'ExternalId') &&
        canonicalJson(sent[name] ?? null) !== canonicalJson(former[name] ?? null),
    )
    if (!differing.every((name) => isSafe(name, { sent, former, shown, facts }))) continue
    const isElsewhere = blamed.some(
      (key) =>
        key !== 'ExternalId' && !differing.some((name) => key.toLowerCase().startsWith(name.toLowerCase())),
    )
    if (isElsewhere) continue
    const [member = 'ExternalId'] = differing
    judgement.report({
      rule: `requests/valid-is-accepted ${member}`,
      because: [MEMBER_STATEMENTS[member] ?? own, own],
      expected: `success, because it differs from an accepted request only in ${differing.join(', ') || 'its ExternalId'}`,
      got: `status ${exchange.status}${blamed.length > 0 ? ` on ${blamed.join(', ')}` : ''}`,
    })
    return
  }
}

interface Accepted {
  readonly sent: Members
  readonly shown: Members
}

interface Change extends Accepted {
  readonly former: Members
  readonly facts: AgencyFacts
}

const OF_STATE: ReadonlySet<string> = new Set(['Activa', 'EstadoActual', 'Exposicion'])

/** Returns whether a value is certainly valid in place of an accepted one. */
const isSafe = (name: string, { sent, former, shown, facts }: Change): boolean => {
  const [value, before] = [sent[name], former[name]]
  // Members of a car of the catalogue may contradict it.
  const isUnknown = sent['Version'] === former['Version'] && facts.catalogue.isUnlisted(shown)
  switch (name) {
    case 'Vin':
      return isSampleVin(value) && isSampleVin(before)
    case 'Kilometraje':
      return Math.abs(Number(value) - Number(before)) === 1 && Number(value) > 0
    case 'Activa':
      return value === false || (value === true && facts.hasPlace)
    case 'Exposicion':
      return typeof value === 'string' && facts.isFree(value)
    case 'OperadorResponsable':
      return typeof value === 'string' && facts.admitted.has(value.toLowerCase())
    case 'Telefono': {
      const mail = sent['OperadorResponsable'] ?? ''
      return typeof value === 'string' && (facts.phonesOf(mail) ?? []).map(digitsOf).includes(digitsOf(value))
    }
    case 'DatosTecnicosCustom':
      return (
        isUnknown &&
        Array.isArray(value) &&
        Array.isArray(before) &&
        value.length > 0 &&
        before.length > 0 &&
        kindOf(value) === kindOf(before)
      )
    case 'Transmision':
      return isUnknown && ['Automática', 'Manual', 'A', 'M'].includes(String(value)) && !isBlank(before)
    case 'Propulsion':
      return isUnknown && facts.catalogue.fuels.has(value)
    case 'Carroceria':
      return isUnknown && facts.catalogue.bodies.has(value)
    case 'Fotos':
      return (
        Array.isArray(value) &&
        Array.isArray(before) &&
        value.length > 0 &&
        value.every((url) => before.includes(url))
      )
    default: {
      const type = plainType(name)
      return type?.kind === 'text' && isOrdinary(value, type.max) && !isBlank(before)
    }
  }
}

const ORDINARY = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

const isOrdinary = (value: unknown, max = Number.POSITIVE_INFINITY): boolean =>
  typeof value === 'string' && value.length <= max && ORDINARY.test(value)

const kindOf = (items: readonly unknown[]): string =>
  [
    ...new Set(
      items.map((item) =>
        typeof item === 'object'
          ? Object.keys(item ?? {})
              .sort()
              .join()
          : typeof item,
      ),
    ),
  ].join(';')
