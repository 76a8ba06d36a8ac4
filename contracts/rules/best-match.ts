import { membersOf } from '../../src/lib/unknown-values.ts'
import { requestedForm } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import { isDone } from './recorded-exchange.ts'
import type { SeenRequest } from './seen-request.ts'

/**
 * A name or codename of only one entry of the catalogue finds this entry (CAT-07, CAT-08, CAT-12). The
 * ranking of other texts is open.
 */
export const judgeBestMatch = (
  judgement: Judgement,
  { operation, query, facts: { catalogue } }: SeenRequest,
): void => {
  const { exchange } = judgement
  const isModel = operation.id === 'models.best-match'
  if (query.has('bodystyle')) return
  // A service may refuse parameters that are not described (`common/unknown-members`).
  const isKnown = [...query.keys()].every((name) => operation.parameters.some((known) => known.name === name))
  if (!isKnown && exchange.status === 400) return
  const brand = catalogue.brandFor(query.get('make'))
  const wanted = isModel && brand !== undefined ? catalogue.modelFor(brand, query.get('model')) : brand
  const isMissing = exchange.status === 400 || exchange.status === 404
  if (isModel && brand !== undefined && catalogue.isPartOfModel(brand, query.get('model')))
    judgement.expect(!isMissing, {
      rule: 'searches/a-part-of-a-name-is-found',
      because: ['CAT-07', 'CAT-12'],
      expected: `a model of ${brand}, because ${query.get('model')} is a part of a name`,
      got: `status ${exchange.status}`,
    })
  const { Nombre, Marca } = membersOf(exchange.json)
  const isFull = isDone(exchange) && requestedForm(exchange) === 'full'
  if (isModel && isFull && brand !== undefined && wanted === undefined)
    judgement.expect(
      typeof Marca !== 'string' || Marca === brand || !catalogue.hasPart(brand, query.get('model')),
      {
        rule: 'searches/a-model-is-of-its-brand',
        because: ['CAT-07', 'CAT-12'],
        expected: `a model of ${brand}, of which ${query.get('model')} is a part of a name`,
        got: `${Marca} ${Nombre}`,
      },
    )
  if (wanted === undefined || brand === undefined) return
  const because = [isModel ? 'CAT-07' : 'CAT-08', 'CAT-12', 'COM-11']
  const expected = `${wanted}, which the catalogue shows under this name`
  const isFound = judgement.expect(!isMissing, {
    rule: 'searches/a-name-is-found',
    because,
    expected,
    got: `status ${exchange.status}`,
  })
  if (!isFound || !isFull || typeof Nombre !== 'string') return
  judgement.expect(Nombre === wanted && (!isModel || Marca === brand), {
    rule: 'searches/a-name-finds-its-own',
    because,
    expected,
    got: isModel ? `${Marca} ${Nombre}` : Nombre,
  })
}
