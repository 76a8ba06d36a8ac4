import { limits } from '../../src/api/wire/limits.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { amountFor } from '../support/amounts.ts'
import { FULL_MEMBERS } from '../support/publication-forms.ts'
import { isConditional, UNKNOWN_TAG } from '../support/publication-writes.ts'
import type { RecordedWrite } from './publication-steps.ts'

const BROKEN_JSON = '{"Activa": fal'

/** Values that no sample has, to be sent beside a wrong one. */
const OTHERS = { Color: 'Negro Refuse', RefStock: 'KIT-REFUSE', Kilometraje: 4_242 }

/** Wrong values of a full edit, from the first members of its table to the last. */
const WRONG_IN_PUT: readonly Readonly<Record<string, unknown>>[] = [
  { Descripcion: 'd'.repeat(limits.descripcion.max + 1) },
  { Vin: 'CORTO' },
  { Exposicion: 'Altísima' },
  { VersionYear: 1_800 },
  { Kilometraje: -1 },
  { Fotos: ['sin foto'] },
  { AplicaCertificadoGarantiaUsado: 'quizas' },
  { Locacion: { Region: 7, Ciudad: 7, Direccion: 7 } },
  { Telefono: '000' },
]

/** Returns writes with one mistake each. If a service accepts one, nothing is judged. */
export const refusals = async (
  t: ClauseContext,
  write: RecordedWrite['write'],
  valid?: unknown,
): Promise<readonly RecordedWrite[]> => {
  const base: RecordedWrite =
    write === 'put' ? { write, method: 'PUT' } : { write, step: write === 'patch' ? '' : `/${write}` }
  const foreign = { ...base, body: valid, headers: { 'If-Match': UNKNOWN_TAG } }
  const stale = (await isConditional(t)) ? [foreign] : []
  if (valid === undefined) return stale
  const body = { ...Object(valid) }
  const { Precio: _, ...rest } = body
  return [
    ...stale,
    { ...base, body: { ...body, RefStock: 'KIT-REFUSED', Precio: 'barato' } },
    { ...base, body: { ...rest, Precio: amountFor(t, 31_313_131), Activa: 'quizas' } },
    // Some may be taken: a change of photos is ignored if their number stays (PUB-25).
    ...(write === 'put'
      ? WRONG_IN_PUT.map((wrong) => ({
          ...base,
          body: { ...body, ...OTHERS, ...wrong },
          mayChange: FULL_MEMBERS,
        }))
      : []),
    { ...base, body: BROKEN_JSON },
    {
      ...base,
      body: JSON.stringify({ ...body, RefStock: 'KIT-XML' }),
      headers: { 'Content-Type': 'text/xml' },
      // A service may read every body as JSON (`common/request-media-types`).
      mayChange: FULL_MEMBERS,
    },
  ]
}
