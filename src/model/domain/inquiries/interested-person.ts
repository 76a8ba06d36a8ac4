import type { InfoOperacion, Interesado } from '../../../api/wire/response-schemas.ts'
import { createPrng, mixSeed } from '../../../lib/random/prng.ts'
import { type Inquiry, isCatalogueEntry } from '../../world/inquiry.ts'
import { generatePerson, leadComment, type PeoplePool } from '../../world/people.ts'

/** Returns the interested person and request (INQ-02), as stored or generated from the inquiry's seed. */
export const interestedPerson = (inquiry: Inquiry, pool: PeoplePool): Interesado =>
  typeof inquiry.lead === 'number' ? generatePersonAndRequest(inquiry, inquiry.lead, pool) : inquiry.lead

const generatePersonAndRequest = ({ car }: Inquiry, seed: number, pool: PeoplePool): Interesado => {
  const who = generatePerson(pool, seed)
  const prng = createPrng(mixSeed(seed, 'lead'))
  const entry = isCatalogueEntry(car)
  const Comentario = leadComment(pool, seed, {
    Marca: entry ? car.version.model.brand.Nombre : car.Marca,
    Modelo: entry ? car.version.model.Nombre : car.Modelo,
    VersionYear: entry ? car.version.VersionYear : car.VersionYear,
    Kilometraje: entry ? null : car.Kilometraje,
    Color: entry ? null : car.Color,
    Ciudad: who.Ciudad,
  })
  return {
    Interes: prng.weighted(INTERESTS),
    Nombre: who.Nombre,
    Apellido: who.Apellido,
    Email: prng.next() < 0.95 ? who.Email : null,
    Telefono: prng.next() < 0.9 ? who.Telefono : null,
    DocIdentidad: prng.next() < 0.25 ? who.DocIdentidad : null,
    Provincia: prng.next() < 0.8 ? who.Provincia : null,
    Ciudad: prng.next() < 0.7 ? who.Ciudad : null,
    Comentario,
    InfoOperacion: prng.next() < 0.3 ? operation(prng) : null,
  }
}

/** Weights of the interests (`inquiries/enumerations`); most people want to buy. */
const INTERESTS = [
  ['compra', 90],
  ['permuta', 8],
  ['postventa', 2],
] as const

const TRADED_IN = [
  ['Volkswagen', 'Gol'],
  ['Fiat', 'Palio'],
  ['Chevrolet', 'Corsa'],
  ['Ford', 'Ka'],
  ['Renault', 'Clio'],
  ['Peugeot', '207'],
] as const

const operation = (prng: ReturnType<typeof createPrng>): InfoOperacion => {
  const [Marca, Modelo] = prng.pick(TRADED_IN)
  return {
    EntregaVehiculo: prng.next() < 0.5 ? { Marca, Modelo, VersionYear: prng.int(2008, 2019) } : null,
    FinanciacionDeseada:
      prng.next() < 0.6
        ? {
            Adelanto: { Moneda: 'ARS', Importe: prng.int(20, 120) * 100_000 },
            Cuota: prng.next() < 0.7 ? { Moneda: 'ARS', Importe: prng.int(8, 60) * 10_000 } : null,
          }
        : null,
    QuiereCotizacionSeguro: prng.next() < 0.5 ? prng.next() < 0.5 : null,
  }
}
