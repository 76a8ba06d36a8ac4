import { MAIL, send } from '../support/miniature-world.ts'
import { create, worldWithPublication } from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

export const agencyCases: OptionCases = {
  'agencies/package-counts': {
    seen: (world) => {
      const after = worldWithPublication(world, 'a1', { Activa: false, Exposicion: 'Alta' })
      const { Alta } = send(after, 'GET', `/v3/agencias/${MAIL}/productos`).json
      return [Alta, create(after, 'a2', { Exposicion: 'Alta' }).json.Exposicion]
    },
    under: {
      active: [{ Pack: 1, Activas: 0, Disponibles: 1 }, 'Alta'],
      'active-and-suspended': [{ Pack: 1, Activas: 1, Disponibles: 0 }, 'Media'],
    },
  },
  'agencies/unknown-operator': {
    seen: (world) => {
      const list = send(world, 'GET', `/v3/operadores/${MAIL}?operador=nadie@taller.example`)
      const single = send(world, 'GET', '/v3/operadores?operador=nadie@taller.example')
      return [list.status, list.json?._entries, single.status]
    },
    under: { empty: [200, [], 404], '404': [404, undefined, 404] },
  },
}
