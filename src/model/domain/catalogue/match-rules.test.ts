import { expect, it } from 'vitest'
import { phoneticKey } from '../../../lib/text/fuzzy-text.ts'
import { readCatalogue } from '../../../sandbox/fixtures/catalogue.ts'
import { readCarText } from './car-text-reader.ts'
import { ORDINARY_WORDS } from './match-rules.ts'
import { spellingsOfEntry } from './name-spellings.ts'

const catalogue = readCatalogue()

it('each ordinary word is a name of the catalogue, or sounds like one', () => {
  const sounds = new Set(
    [...catalogue.brands, ...catalogue.models].flatMap((entry) => {
      const { name, codenames } = spellingsOfEntry(entry)
      return [name, ...codenames].map(({ joined }) => phoneticKey(joined))
    }),
  )
  expect([...ORDINARY_WORDS].filter((word) => !sounds.has(phoneticKey(word)))).toEqual([])
})

it('no ordinary word names a car alone, each model does beside its brand', () => {
  const alone = [...ORDINARY_WORDS].filter((word) => readCarText(catalogue, word).model !== null)
  expect(alone).toEqual([])
  const models = catalogue.models.filter(({ Nombre }) => ORDINARY_WORDS.has(Nombre.toLowerCase()))
  const lost = models.filter(
    (model) => readCarText(catalogue, `${model.Nombre} ${model.brand.Nombre} usado`).model !== model,
  )
  expect(models.length).toBeGreaterThan(50)
  expect(lost.map(({ Nombre }) => Nombre)).toEqual([])
})
