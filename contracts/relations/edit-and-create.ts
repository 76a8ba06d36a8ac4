import { REQUEST_BODIES } from '../../src/api/wire/request-bodies.ts'
import { Operador } from '../../src/api/wire/response-schemas.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import { blamedMembers } from '../../src/kit/sample/sample-publication.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { UNKNOWN_VERSION, usedCarMembers } from '../publications/create-attempt.ts'
import { amountFor } from '../support/amounts.ts'
import { assertSameMembers, FULL_MEMBERS, publicationForms } from '../support/publication-forms.ts'
import {
  ARCHIVE,
  archiveAll,
  createSuspended,
  etagIn,
  fullEdit,
  writePublication,
} from '../support/publication-writes.ts'

/**
 * A create and a full edit with the same members give the same result: their types and bounds are equal
 * (PUB-21).
 */

/**
 * A vehicle may not be published twice, and these may stay or fall back in an edit (PUB-07, PUB-23, PUB-24).
 */
const MAY_DIFFER = ['Vin', 'Exposicion', 'OperadorResponsable', 'Telefono', 'Fotos']

const COMPARED = Object.keys(REQUEST_BODIES.PublicacionEdit.members).filter(
  (name) => FULL_MEMBERS.includes(name) && !MAY_DIFFER.includes(name),
)

/** Members that a create accepts and an edit must not blame; another publication has the stock reference. */
const SAME_BOUNDS = ['Fotos', ...COMPARED.filter((name) => name !== 'RefStock')]

const hasCertificate = ({ json }: Exchange): boolean =>
  (membersOf(json).CertificadoDeGarantiaUsado ?? null) !== null

/** Items of custom equipment; which form a service takes is open (`publications/custom-data-item`). */
const ITEMS: readonly unknown[] = [
  { Seccion: 'Kit', Valor: 'Si', Datos: 'Techo corredizo' },
  'Techo corredizo',
]

/** Returns an address that the service knows, with another street. */
const knownPlace = async (t: ClauseContext): Promise<unknown> => {
  for (const entry of entriesOf((await t.get(`/v3/operadores/${t.adminMail}`)).json)) {
    const address = Operador.safeParse(entry).data?.Direcciones[0]
    if (address) return { ...address, Direccion: 'Calle del Kit 77' }
  }
  return null
}

const sentMembers = async (t: ClauseContext, item: unknown): Promise<Readonly<Record<string, unknown>>> => ({
  ...(await usedCarMembers(t)),
  RefStock: 'KIT-TWIN',
  Color: 'Gris',
  Descripcion: 'La misma.',
  DatosTecnicosCustom: [item],
  Precio: amountFor(t, 20_202_021),
  Adelanto: amountFor(t, 2_020_202),
  Cuota: amountFor(t, 202_020),
  AplicaCertificadoGarantiaUsado: true,
  Locacion: await knownPlace(t),
  Activa: false,
})

/** Creates a publication with every member, with the first form of items that is not refused. */
const createWithEverything = async (t: ClauseContext) => {
  for (const item of ITEMS) {
    const members = await sentMembers(t, item)
    const externalId = t.session.newExternalId()
    const { response } = await t.create({ ...UNKNOWN_VERSION, ...members, ExternalId: externalId })
    if (response.status === 201) return { externalId, members }
  }
  return t.skip('no create with every member is accepted')
}

/**
 * A publication has ids, a place, photos and its own certificate, and may show any phone of its
 * operator.
 */
const OWN = /^(ExternalId|RefStock|Vin|Exposicion|Telefono|Fotos|Certificado.*)$/

/** Clauses that compare creates with each other and with edits. */
export const editAndCreateClauses: readonly Clause[] = [
  clause({
    id: 'relations/creates-make-the-same-in-every-form',
    statements: ['PUB-01', 'PUB-06', 'COM-10'],
    title: 'A create with common members makes the same publication, whichever form is requested',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      let first: Exchange | undefined
      for (const { accept } of publicationForms(t)) {
        const ExternalId = t.session.newExternalId()
        const made = await t.create({ ExternalId }, { accept })
        if (made.response.status !== 201) t.skip(`a create is answered ${made.response.status}`)
        const got = await t.get(t.path(ExternalId))
        first ??= got
        const names = FULL_MEMBERS.filter((name) => !OWN.test(name))
        assertSameMembers(t, names, { expected: first, got, why: 'as a create for the full form makes it' })
        const etag = etagIn(got)
        await writePublication(t, { path: t.path(ExternalId), etag }, ARCHIVE)
      }
    },
  }),
  clause({
    id: 'relations/put-shows-what-a-create-shows',
    statements: ['PUB-21', 'PUB-01', 'PUB-16', 'PUB-18', 'PUB-19'],
    title: 'A full edit and a create with the same members show the same',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const made: CreatedPublication[] = []
      try {
        const { externalId, members } = await createWithEverything(t)
        const created = await t.get(t.path(externalId), { accept: t.types.json })
        const etag = created.response.headers.etag
        await t.send('PATCH', `${t.path(externalId)}/archivar`, {
          ...(etag && { headers: { 'If-Match': etag } }),
        })
        const used = await usedCarMembers(t)
        const plain = await createSuspended(t, { ...UNKNOWN_VERSION, ...used, RefStock: 'KIT-PLAIN' })
        made.push(plain)
        const edited = await writePublication(t, plain, await fullEdit(t, plain, members))
        const { status } = edited.response
        const blamed = blamedMembers(edited).find((name) => SAME_BOUNDS.includes(name))
        t.assert(status !== 400 || !blamed, `${blamed} taken, as a create takes it`, `${status}`, edited)
        if (status !== 200) t.skip(`the same members are refused in an edit: ${status}`)
        const got = await t.get(plain.path, { accept: t.types.json })
        assertSameMembers(t, COMPARED, {
          expected: created,
          got,
          why: 'as a create with the same members shows',
        })
        // Each publication may have its own certificate number.
        const is = hasCertificate(created)
        t.assert(hasCertificate(got) === is, `${is ? 'a' : 'no'} certificate, as a create shows`, !is, got)
      } finally {
        await archiveAll(t, made)
      }
    },
  }),
]
