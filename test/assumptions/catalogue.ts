import { readCatalogue } from '../../src/sandbox/fixtures/catalogue.ts'
import { send } from '../support/miniature-world.ts'
import { create, validationKeys } from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

export const catalogueCases: OptionCases = {
  'catalogue/detail-media-type': {
    seen: (world) =>
      [
        'application/json',
        'text/json',
        'application/vnd.service.entry+json',
        'application/vnd.service.ex-entry+json',
      ].map((Accept) => {
        const { json } = send(world, 'GET', readCatalogue().versions[0]!.path, { headers: { Accept } })
        return 'InfoTecnica' in json ? 'detail' : 'Potencia' in json ? 'summary' : 'neither'
      }),
    under: {
      'ex-entry': ['summary', 'summary', 'summary', 'detail'],
      json: ['detail', 'detail', 'summary', 'detail'],
    },
  },
  'catalogue/no-match': {
    seen: (world) =>
      [
        '/v3/marcas/bestmatch?make=zzyzx',
        '/v3/modelos/bestmatch?make=vw&model=zzyzx',
        '/v3/versiones/bestmatch?make=zzyzx&model=gol',
        // A wrong body style is not a search without a match (`catalogue/bodystyle-no-match`).
        '/v3/modelos/bestmatch?make=vw&model=gol&bodystyle=zzyzx',
      ].map((target) => {
        const result = send(world, 'GET', target)
        return [result.status, result.headers['Content-Type'], validationKeys(result)]
      }),
    under: {
      '400': [
        [400, 'application/problem+json', ['make']],
        [400, 'application/problem+json', ['model']],
        [400, 'application/problem+json', ['make']],
        [400, 'application/problem+json', ['bodystyle']],
      ],
      '404': [
        [404, 'text/plain; charset=utf-8', undefined],
        [404, 'text/plain; charset=utf-8', undefined],
        [404, 'text/plain; charset=utf-8', undefined],
        [400, 'application/problem+json', ['bodystyle']],
      ],
    },
  },
  'catalogue/ordinary-words': {
    // One text is a word of ordinary language, one the word beside its car's data, one no name at all.
    seen: (world) =>
      ['gol', 'gol 1.6', 'gris'].map((Version) => {
        const exchange = create(world, 'a1', { Marca: undefined, Modelo: undefined, Version })
        return validationKeys(exchange) ?? exchange.json.Modelo
      }),
    under: {
      'need-company': [['Marca', 'Modelo'], 'Gol Trend', ['Marca', 'Modelo']],
      name: ['Gol Trend', 'Gol Trend', ['Marca', 'Modelo']],
    },
  },
}
