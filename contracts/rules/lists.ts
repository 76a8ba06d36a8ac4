import { entriesOf } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { opaqueTag } from '../support/entity-tags.ts'
import { comparable, FULL_MEMBERS } from '../support/publication-forms.ts'
import { isBlank } from './expectations.ts'
import type { Judgement } from './judgement.ts'
import type { PublicationModel } from './publication-model.ts'
import { isDone } from './recorded-exchange.ts'

/**
 * Rules on lists of publications, at any address: an entry equals the reads (COM-05, COM-10). Which
 * publications a list holds is open (`publications/list`).
 */
export const judgeListedPublications = (
  judgement: Judgement,
  find: (externalId: string) => PublicationModel | undefined,
): void => {
  const { exchange } = judgement
  if (!isDone(exchange)) return
  const entries = entriesOf(exchange.json).map(membersOf)
  const listed = entries.filter((entry) => typeof entry['ExternalId'] === 'string' && 'EstadoActual' in entry)
  const seen = new Set<string>()
  for (const entry of listed) {
    const id = String(entry['ExternalId']).toLowerCase()
    const model = find(id)
    if (!model) continue
    judgement.expect(!seen.has(id), {
      rule: 'lists/each-publication-once',
      because: ['COM-05', 'PUB-35'],
      expected: `${id} once`,
      got: `${id} twice`,
    })
    seen.add(id)
    judgeEntry(judgement, entry, model)
  }
}

const judgeEntry = (
  judgement: Judgement,
  entry: Readonly<Record<string, unknown>>,
  { shown, tags, last, isSettling }: PublicationModel,
): void => {
  const [missing, ...others] = [...FULL_MEMBERS, 'Consultas'].filter((name) => entry[name] === undefined)
  // A list may leave out what is null, or most members.
  const isHidden = missing === 'Consultas' || (missing !== undefined && !isBlank(shown[missing]))
  if (others.length === 0)
    judgement.expect(!isHidden, {
      rule: 'lists/a-full-entry-has-every-member',
      because: ['PUB-02', ...(missing === 'Consultas' ? ['PUB-38'] : [])],
      expected: `${missing}, beside every other member of a publication`,
      got: 'nothing',
      since: last,
    })
  if (!('Marca' in entry) && 'title' in entry && 'href' in entry)
    judgement.expect('etag' in entry, {
      rule: 'lists/a-ref-has-its-tag',
      because: ['PUB-02', 'COM-06'],
      expected: 'etag, as in the ref of a publication',
      got: 'nothing',
      since: last,
    })
  if (!('Marca' in shown)) return
  // Photos that were sent may be replaced by copies, and the tag with them.
  const isCompared = (name: string) => name !== 'ExternalId' && !(name === 'Fotos' && isSettling)
  judgement.exercise('lists/an-entry-is-as-read')
  const odd = FULL_MEMBERS.find(
    (name) =>
      name in entry &&
      name in shown &&
      isCompared(name) &&
      described(name, entry[name]) !== described(name, shown[name]),
  )
  if (odd !== undefined)
    judgement.report({
      rule: `lists/an-entry-is-as-read ${odd}`,
      because: ['COM-05', 'PUB-02'],
      expected: `${odd} ${comparable(odd, shown[odd])}, as a read shows`,
      got: `${odd} ${comparable(odd, entry[odd])}`,
      since: last,
    })
  const { etag } = entry
  const known = [...tags.values()].map(opaqueTag)
  if (typeof etag === 'string' && tags.has('full') && tags.has('ref') && !isSettling)
    judgement.expect(known.includes(opaqueTag(etag)), {
      rule: 'lists/an-entry-has-the-tag',
      because: ['PUB-02', 'PUB-33'],
      expected: `etag ${tags.get('full')}`,
      got: `etag ${etag}`,
      since: last,
    })
}

const PARTS = ['Moneda', 'Importe', 'Region', 'Ciudad', 'Direccion']

/** Returns a member as it is compared, without parts that the description does not show. */
const described = (name: string, value: unknown): string => {
  const isObject =
    ['Precio', 'Adelanto', 'Cuota', 'Locacion'].includes(name) && typeof value === 'object' && value !== null
  const kept = isObject ? Object.entries(value).filter(([part]) => PARTS.includes(part)) : []
  return comparable(name, isObject ? Object.fromEntries(kept) : value)
}
