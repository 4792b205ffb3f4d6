import { expect, test } from 'vitest'
import { PlacesBuilder } from '../../index/builder.ts'
import { getLabel } from '../../index/place-index.ts'
import { toSpellingKeys } from '../../text/written.ts'
import { PlaceSearch } from '../search.ts'

const builder = new PlacesBuilder()
const add = (names: string[], importance: number) =>
  builder.add({
    kind: 'town',
    names,
    latitude: 0,
    longitude: importance,
    importance,
    details: JSON.stringify({ written: toSpellingKeys(names) }),
  })
add(['Mali', 'Malis'], 0.95)
add(['Malliß', 'Малис'], 0.6)
add(['Berea'], 0.87)
add(['Berea Ohio', 'Берея'], 0.5)
const search = new PlaceSearch(builder.build())
const first = (text: string) => getLabel(search.index, search.find(text)[0].entry)

test('prefers a name in the script of the query, although folding makes both equal', () => {
  expect(first('Малис')).toBe('Malliß')
  expect(first('Malis')).toBe('Mali')
  expect(first('Малис, xyz')).toBe('Malliß')
})

test('has full confidence in a name with exactly the same spelling', () => {
  expect(search.find('Малис')[0].confidence).toBe(1)
  expect(search.find('Малие')[0].confidence).toBeLessThan(1)
})

test('returns no more than the limit', () => {
  expect(search.find('Малис', { limit: 1 })).toHaveLength(1)
})
