import {
  countEntries,
  getKind,
  getLabel,
  getPosition,
  listCategories,
  PlaceSearch,
  readDetails,
  readPostcode,
} from '@fairway/places'
import { expect, test } from 'vitest'
import { parseDrawing } from '../testing/drawing.ts'
import { drawPlaces, getEntryByLabel, listLabels } from './testing/draw-places.ts'

test('finds a point of interest by all its names, and shows useful details', async () => {
  const index = await drawPlaces('a b', {
    nodes: {
      a: {
        amenity: 'cafe',
        name: 'Café Central',
        'name:ru': 'Центральное кафе',
        alt_name: 'El Rincón;La Esquina',
        old_name: 'Bar Viejo',
        brand: 'Tostado',
        opening_hours: 'Mo-Fr 08:00-20:00',
        source: 'survey',
        'addr:street': 'Calle Uno',
        'addr:housenumber': '7',
        'addr:postcode': '97000',
      },
    },
  })
  const search = new PlaceSearch(index)
  for (const query of ['cafe central', 'Центральное кафе', 'la esquina', 'bar viejo', 'tostado']) {
    expect(getLabel(index, search.find(query)[0].entry), query).toBe('Café Central')
  }
  const entry = getEntryByLabel(index, 'Café Central', 'poi')
  expect(listCategories(index.entries.category[entry])).toEqual(['cafe'])
  expect(readPostcode(index, entry)).toBe('97000')
  expect(readDetails(index, entry)).toEqual({
    names: { ru: 'Центральное кафе' },
    postcode: '97000',
    houseNumber: '7',
    street: 'Calle Uno',
    tags: { amenity: 'cafe', brand: 'Tostado', opening_hours: 'Mo-Fr 08:00-20:00' },
    osm: 'node/97',
  })
})

test('does not require a name for an entry with a category; requires one without', async () => {
  const index = await drawPlaces('a b c d e f', {
    nodes: {
      a: { highway: 'speed_camera', maxspeed: '60' },
      b: { amenity: 'atm', operator: 'Banco República' },
      c: { amenity: 'bench' },
      d: { natural: 'peak', name: 'Cerro Chato' },
      e: { railway: 'switch', name: 'W1' },
      f: { amenity: 'parking', access: 'private' },
    },
  })
  const pois = Array.from({ length: countEntries(index) }, (_, entry) => entry).filter(
    (entry) => getKind(index, entry) === 'poi',
  )
  const shown = pois.map((entry) => [getLabel(index, entry), listCategories(index.entries.category[entry]).join()])
  expect(shown.sort()).toEqual([
    ['', 'speed_camera'],
    ['Banco República', 'atm'],
    ['Cerro Chato', ''],
  ])
})

test('places areas at their center, including those bounded by several ways', async () => {
  const drawing = `
    a-----b    i-----j
    |  x  |    |  y  |
    d-----c    l-----k
  `
  const index = await drawPlaces(drawing, {
    ways: { abcda: { amenity: 'hospital', name: 'Sanatorio' }, ijk: {}, kli: {} },
    relations: [
      {
        tags: { type: 'multipolygon', leisure: 'park', name: 'Parque' },
        members: [
          ['outer', 'way', 'ijk'],
          ['outer', 'way', 'kli'],
        ],
      },
    ],
  })
  const points = parseDrawing(drawing, 20, [-32.9, -56])
  for (const [name, letter] of [
    ['Sanatorio', 'x'],
    ['Parque', 'y'],
  ]) {
    const { latitude, longitude } = getPosition(index, getEntryByLabel(index, name))
    expect(latitude).toBeCloseTo(points.get(letter)?.[0] ?? 0, 5)
    expect(longitude).toBeCloseTo(points.get(letter)?.[1] ?? 0, 5)
  }
})

test('omits entries outside the extract', async () => {
  const index = await drawPlaces('a-b', {
    missing: 'cd',
    ways: { cdc: { amenity: 'hospital', name: 'Lejos' }, abca: { amenity: 'hospital', name: 'Cortado' } },
  })
  expect(listLabels(index, 'poi')).toEqual(['Cortado'])
})

test('keeps the center of an area on the antimeridian there', async () => {
  const index = await drawPlaces('a--b\n\n\nd--c', {
    origin: [-16.8, 179.9995],
    cellMeters: 30,
    ways: { abcd: { shop: 'kiosk', name: 'Line' }, AB: { 'addr:housenumber': '5', 'addr:street': 'Line' } },
    missing: 'AB',
  })
  const { longitude } = getPosition(index, getEntryByLabel(index, 'Line', 'poi'))
  expect(Math.abs(longitude)).toBeGreaterThan(179.999)
})
