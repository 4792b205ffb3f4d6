import { countEntries, findCountryCode, getKind, getLabel, PlaceSearch } from '@fairway/places'
import { expect, test } from 'vitest'
import { parseDrawing } from '../testing/drawing.ts'
import { drawPlaces, getEntryByLabel, listAncestorLabels, listLabels } from './testing/draw-places.ts'

const road = (name: string) => ({ highway: 'residential', name })

test('puts a street into its suburb, town, region and country', async () => {
  const index = await drawPlaces('A--B', {
    origin: [-34.9058, -56.1913],
    nodes: { A: { place: 'suburb', name: 'Centro' } },
    ways: { AB: road('Calle Andes') },
  })
  const street = getEntryByLabel(index, 'Calle Andes', 'street')
  expect(listAncestorLabels(index, street)).toEqual(['Centro', 'Montevideo', 'Montevideo Department', 'Uruguay'])
  expect(findCountryCode(index, street)).toBe('UY')
  // Montevideo is not in the extract. The gazetteer contains it with all its names.
  const [found] = new PlaceSearch(index).find('Calle Andes, Монтевидео, Uruguay')
  expect(found).toMatchObject({ entry: street })
  expect(found.confidence).toBeGreaterThan(0.9)
})

test('assigns points by border where there is one, otherwise by distance relative to size', async () => {
  const drawing = `
    P---------Q
    |  A--B   |   C--D     E--F
    |         | v              t
    S---------R
  `
  const index = await drawPlaces(drawing, {
    cellMeters: 100,
    nodes: { v: { place: 'village', name: 'Aldea' }, t: { place: 'town', name: 'Villa Grande' } },
    ways: {
      AB: road('Uno'),
      CD: road('Dos'),
      EF: road('Tres'),
      PQRSP: { boundary: 'administrative', admin_level: '8', name: 'Dentro' },
    },
  })
  const home = (name: string) => listAncestorLabels(index, getEntryByLabel(index, name))[0]
  expect([home('Uno'), home('Dos'), home('Tres')]).toEqual(['Dentro', 'Aldea', 'Villa Grande'])
  expect(getKind(index, getEntryByLabel(index, 'Dentro'))).toBe('town')
})

test('does not split a short street between two villages', async () => {
  const draw = (cellMeters: number) =>
    drawPlaces('a--A----B--b', {
      cellMeters,
      nodes: { a: { place: 'village', name: 'Uno' }, b: { place: 'village', name: 'Dos' } },
      ways: { AB: road('Entre Pueblos') },
    })
  expect(listLabels(await draw(100), 'street')).toEqual(['Entre Pueblos'])
  expect(listLabels(await draw(400), 'street')).toEqual(['Entre Pueblos', 'Entre Pueblos'])
})

test('merges a place and its border into one entry, below its county', async () => {
  const drawing = `
    P----Q----W
    |  v |    |
    S----R----X
  `
  const index = await drawPlaces(drawing, {
    cellMeters: 100,
    nodes: { v: { place: 'village', name: 'Aldea' } },
    ways: {
      PQ: {},
      QRSP: {},
      PQWXRSP: { boundary: 'administrative', admin_level: '6', name: 'Partido' },
    },
    relations: [
      {
        tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Aldea', 'name:en': 'Hamlet' },
        members: [
          ['outer', 'way', 'PQ'],
          ['outer', 'way', 'QRSP'],
        ],
      },
    ],
  })
  const village = getEntryByLabel(index, 'Aldea')
  expect(getKind(index, village)).toBe('village')
  expect(listAncestorLabels(index, village)[0]).toBe('Partido')
  expect(getLabel(index, new PlaceSearch(index).find('Hamlet')[0].entry)).toBe('Aldea')
})

test('ignores a border that the extract cuts', async () => {
  const index = await drawPlaces('P-Q A-B', {
    missing: 'R',
    ways: { PQRP: { boundary: 'administrative', admin_level: '8', name: 'Cortado' }, AB: road('Calle') },
  })
  expect(listLabels(index, 'town')).not.toContain('Cortado')
})

test('adds a town that only addresses name', async () => {
  const letters = 'abcdefghij'
  const address = (number: number) => ({
    'addr:housenumber': `${number}`,
    'addr:street': 'Ruta Vieja',
    'addr:city': 'Pueblo Postal',
  })
  const draw = (count: number) =>
    drawPlaces(letters.slice(0, count), {
      nodes: Object.fromEntries([...letters.slice(0, count)].map((letter, at) => [letter, address(at + 1)])),
    })
  expect(listLabels(await draw(9), 'village')).toEqual([])
  const index = await draw(10)
  expect(listAncestorLabels(index, getEntryByLabel(index, 'Ruta Vieja'))[0]).toBe('Pueblo Postal')
})

test('splits distant streets of one name', async () => {
  const index = await drawPlaces(
    'A--M--B                                                                          C--D',
    { cellMeters: 60, ways: { AMB: road('Real'), CD: road('Real') } },
  )
  expect(listLabels(index, 'street')).toEqual(['Real', 'Real'])
})

test('keeps points along a street at most 70 m apart, thins them where there are many, and keeps all junctions', async () => {
  const drawing = `
    A-abcdM---------------B
          |
          N
  `
  const index = await drawPlaces(drawing, { cellMeters: 8, ways: { AabcdMB: road('Real'), MN: road('Otra') } })
  const street = getEntryByLabel(index, 'Real')
  const { anchorFirst } = index.entries
  const from = countEntries(index) + anchorFirst[street]
  const customAddresses = Array.from(
    { length: anchorFirst[street + 1] - anchorFirst[street] },
    (_, at) => index.points.longitude[from + at],
  )
  const points = parseDrawing(drawing, 8, [-32.9, -56])
  const toMicrodegrees = (letter: string) => Math.round((points.get(letter)?.[1] ?? 0) * 1e6)
  // Point c is the first point more than 25 m from A. The distance from M to B is 128 m, so one point is inserted
  // between them.
  expect(customAddresses).toEqual([
    toMicrodegrees('A'),
    toMicrodegrees('c'),
    toMicrodegrees('M'),
    Math.round((toMicrodegrees('M') + toMicrodegrees('B')) / 2),
    toMicrodegrees('B'),
  ])
})

test('finds a road by its number, separately from its street', async () => {
  const index = await drawPlaces('A--B', { ways: { AB: { ...road('Camino Real'), ref: 'R 102;R 8' } } })
  expect(listLabels(index, 'street')).toEqual(['Camino Real', 'R 102', 'R 8'])
})

test('leaves out the country for an extract in the middle of the sea', async () => {
  const index = await drawPlaces('A--B', { origin: [-1, -155], ways: { AB: road('Muelle') } })
  expect(listAncestorLabels(index, getEntryByLabel(index, 'Muelle'))).toEqual([])
})
