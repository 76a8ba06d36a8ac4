import { createSandbox } from '../../src/cli/entries/index.ts'

/** A recorded conversation with the sandbox, as a HAR, for tests that change one thing in it. */

export const AGENCY = 'ventas@lospinos.example'
export const PATH = `/v3/publicaciones/${AGENCY}`

/** A body that a create accepts. */
export const CAR = {
  Marca: 'Volkswagen',
  Modelo: 'Polo',
  VersionYear: 2026,
  Kilometraje: 0,
  Color: 'Blanco',
  Precio: { Moneda: 'ARS', Importe: 25_000_000 },
  RefStock: 'R-1',
  Activa: false,
}

/** An entry of a HAR, as far as tests change it. */
export interface HarEntry {
  readonly request: { readonly method: string; url: string; postData?: { text: string } }
  readonly response: {
    status: number
    headers: { name: string; value: string }[]
    content: { text?: string; size: number }
  }
  _n?: number
}

/** A HAR. */
export interface Har {
  readonly log: { entries: HarEntry[] }
}

/** Steps of the recorded conversation, by the words that tests use. */
export const STEPS = [
  'create',
  'read',
  'edit',
  'read again',
  'stale',
  'suspend',
  'amend',
  'archive',
  'missing',
] as const
export type Step = (typeof STEPS)[number]

/** Records an allowed conversation: a create, reads, edits, a stale tag, the archiving, an unknown id. */
export const recordedConversation = async (profile: Readonly<Record<string, unknown>> = {}): Promise<Har> => {
  const sandbox = await createSandbox({ now: '2026-03-01T12:00:00-03:00', profile })
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await sandbox.fetch(path, {
      method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return answer.headers.get('etag') ?? ''
  }
  const one = `${PATH}/REC-1`
  const first = await send('POST', PATH, { ...CAR, ExternalId: 'REC-1' })
  await send('GET', one)
  const edit = { VersionYear: 2026, Kilometraje: 0, RefStock: 'R-2', Color: 'Verde', Activa: true }
  const second = await send('PUT', one, edit, { 'If-Match': first })
  await send('GET', one)
  await send('PATCH', one, { Precio: { Moneda: 'ARS', Importe: 1 } }, { 'If-Match': first })
  const third = await send('PATCH', `${one}/suspender`, undefined, { 'If-Match': second })
  const fourth = await send(
    'PATCH',
    one,
    { Cuota: { Moneda: 'ARS', Importe: 300_000 } },
    { 'If-Match': third },
  )
  await send('PATCH', `${one}/archivar`, undefined, { 'If-Match': fourth })
  await send('GET', `${PATH}/REC-2`)
  return (await sandbox.fetch('/_playa/worlds/default/journal.har')).json() as Promise<Har> // the journal writes it
}

/** Returns a copy of a HAR in which `change` was applied to the entry of a step. */
export const withChange = (har: Har, step: Step, change: (entry: HarEntry) => void): string => {
  const copy: Har = structuredClone(har)
  const entry = copy.log.entries[STEPS.indexOf(step)]
  if (!entry) throw new Error(`the recording has no ${step}`)
  change(entry)
  return JSON.stringify(copy)
}

/** Changes members of the JSON that answers an entry. */
export const answerOf = (change: (members: Record<string, unknown>) => void) => (entry: HarEntry) => {
  if (!entry.response.content.text?.startsWith('{')) return
  const members: Record<string, unknown> = JSON.parse(entry.response.content.text)
  change(members)
  const text = JSON.stringify(members)
  Object.assign(entry.response.content, { text, size: Buffer.byteLength(text) })
}

/** Replaces a header of the response. */
export const headerOf = (name: string, value: string) => (entry: HarEntry) => {
  const found = entry.response.headers.find((header) => header.name.toLowerCase() === name)
  if (found) found.value = value
}
