import { MAIL, send } from '../support/miniature-world.ts'
import { INQUIRIES, PUBLICATIONS, withLeads, withVisits } from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

const VISITS = `/v3/visitas/${MAIL}`
const RAUL = 'raul@taller.example'

export const inquiryCases: OptionCases = {
  'inquiries/period': {
    seen: (world) => {
      const after = withLeads(world, [{ daysAgo: 1 }, { daysAgo: 30 }, { daysAgo: 31 }, { daysAgo: 90 }])
      return ['', '?hasta=2026-01-15', '?hasta=2026-05-01'].map((query) => {
        const { Desde, Hasta, Total } = send(after, 'GET', INQUIRIES + query).json
        return [Desde, Hasta, Total]
      })
    },
    under: {
      '30-days': [
        ['2026-01-30T00:00:00-03:00', '2026-03-01T23:59:59-03:00', 2],
        ['2025-12-16T00:00:00-03:00', '2026-01-15T23:59:59-03:00', 0],
        ['2026-04-01T00:00:00-03:00', '2026-05-01T23:59:59-03:00', 0],
      ],
      '90-days': [
        ['2025-12-01T00:00:00-03:00', '2026-03-01T23:59:59-03:00', 4],
        ['2025-12-01T00:00:00-03:00', '2026-01-15T23:59:59-03:00', 1],
        ['2025-12-01T00:00:00-03:00', '2026-05-01T23:59:59-03:00', 4],
      ],
    },
  },
  'inquiries/order': {
    seen: (world) => {
      const { _entries } = send(
        withLeads(world, [{ daysAgo: 2 }, { daysAgo: 5 }, { daysAgo: 0 }]),
        'GET',
        INQUIRIES,
      ).json
      const visits = send(withVisits(world, MAIL), 'GET', VISITS).json._entries
      return [
        _entries.map((entry: { Momento: string }) => entry.Momento.slice(0, 10)),
        visits.map((entry: { Visitas: number }) => entry.Visitas),
      ]
    },
    under: {
      'newest-first': [
        ['2026-03-01', '2026-02-27', '2026-02-24'],
        [2, 1],
      ],
      'oldest-first': [
        ['2026-02-24', '2026-02-27', '2026-03-01'],
        [1, 2],
      ],
    },
  },
  'inquiries/beyond-last': {
    seen: (world) => {
      const after = withLeads(world, [{ daysAgo: 0 }])
      return [INQUIRIES, PUBLICATIONS].flatMap((path) =>
        [1, 2].map((pagina) => {
          const { status, json } = send(after, 'GET', `${path}?pagina=${pagina}`)
          return status === 200 ? json._entries.length : status
        }),
      )
    },
    under: { '200': [1, 0, 1, 0], '404': [1, 404, 1, 404] },
  },
  'inquiries/page-size': {
    seen: (world) => {
      const { PerPagina, Total, _entries, _links } = send(
        withLeads(world, [{ daysAgo: 0 }, { daysAgo: 1 }, { daysAgo: 2 }]),
        'GET',
        INQUIRIES,
      ).json
      return [PerPagina, Total, _entries.length, 'next' in _links]
    },
    under: { '100': [100, 3, 3, false], 'size:2': [2, 3, 2, true] },
  },
  'inquiries/visible-to': {
    seen: (world) => {
      const after = withLeads(world, [
        { daysAgo: 0 },
        { daysAgo: 1, operator: RAUL },
        { daysAgo: 2, operator: RAUL },
      ])
      const seen = withVisits(after, RAUL)
      return [INQUIRIES, VISITS].map((path) =>
        [MAIL, RAUL].map((email) => send(seen, 'GET', `${path}?operador=${email}`).json.Total),
      )
    },
    under: {
      'administrator-all': [
        [3, 2],
        [2, 1],
      ],
      'own-only': [
        [1, 2],
        [1, 1],
      ],
    },
  },
}
