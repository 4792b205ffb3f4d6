import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { PlacesBuilder } from '../../index/builder.ts'
import { getLabel } from '../../index/place-index.ts'
import { countEntries } from '../../index/schema.ts'
import { pick, withTypo } from '../../testing/random.ts'
import { buildSmallIndex } from '../../testing/small-town.ts'
import { searchAll } from '../merge.ts'
import { limitConfidences } from '../rank-places.ts'
import { PlaceSearch } from '../search.ts'

test('limits each confidence to that of the result before it', () => {
  const places = [0.9, 1, 0.5, 0.7, 0.2].map((confidence, row) => ({ row, confidence }))
  expect(limitConfidences(places).map(({ confidence }) => confidence)).toEqual([0.9, 0.9, 0.5, 0.5, 0.2])
  expect(limitConfidences(places).map(({ row }) => row)).toEqual([0, 1, 2, 3, 4])
})

/** A world of places that have the names of places on the map, and are more or less important. */
function buildWorld() {
  const builder = new PlacesBuilder()
  const random = seededRandom(4)
  for (const name of ['Springfield', 'Julio', 'Ejido', 'Main', 'Brasilero', 'Berlin', 'Artigas', 'Illinois']) {
    for (const names of [[name], [`${name} City`, name], [`New ${name}`], [`San ${name}`, `Other ${name}`]]) {
      const [latitude, longitude] = [random() * 100 - 50, random() * 300 - 150]
      builder.add({ kind: pick(random, ['city', 'town', 'village']), names, latitude, longitude, importance: random() })
    }
  }
  return builder.build()
}

test.each([1, 2, 3])('never returns a result with a higher confidence than the one before it, seed %i', (seed) => {
  const random = seededRandom(seed)
  const indexes = [buildSmallIndex(), buildWorld()]
  const searches = indexes.map((index) => new PlaceSearch(index))
  const pickLabel = () => {
    const index = pick(random, indexes)
    return getLabel(index, Math.floor(random() * countEntries(index)))
  }
  let comparedCount = 0
  for (let round = 0; round < 400; round++) {
    const name = pickLabel()
    const text = pick(random, [
      name,
      withTypo(random, name),
      `${name} ${Math.floor(random() * 200)}`,
      `${name} ${Math.floor(random() * 60)}, ${pickLabel()}`,
      `${name} ${pickLabel()}`,
      `${name} and ${pickLabel()}`,
      name.slice(0, 3),
      `unknown ${name}`,
    ])
    const near = random() < 0.5 ? { latitude: random() * 100 - 50, longitude: random() * 300 - 150 } : undefined
    const isOpen = pick(random, [undefined, true, false])
    const result = searchAll(searches, text, { limit: 10, near, isOpen })
    const confidences = result.kind === 'places' ? result.places.map(({ confidence }) => confidence) : []
    expect([text, confidences]).toEqual([text, confidences.toSorted((a, b) => b - a)])
    comparedCount += confidences.length
  }
  expect(comparedCount).toBeGreaterThan(1000)
})

test('lists a place that explains the whole query before a city that explains only a part of it', () => {
  const builder = new PlacesBuilder()
  const at = { latitude: 43.73, longitude: 7.42 }
  const parent = builder.add({ kind: 'country', names: ['Monaco'], ...at, importance: 0.9 })
  const shop = builder.add({ kind: 'poi', names: ['Mulex Monaco'], ...at, importance: 0.1, parent })
  const result = searchAll([new PlaceSearch(builder.build())], 'mlex Monaco')
  expect(result.kind === 'places' && result.places[0]?.entry).toBe(shop)
})
