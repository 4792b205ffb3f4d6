import { expect, test } from 'vitest'
import { findMapForPositions, getShareInside } from './map-of-probes.ts'
import { ProbeRow } from './probe-row.ts'
import { ProbeTable } from './probe-table.ts'

type Position = readonly [latitude: number, longitude: number]

function tableOf(places: readonly Position[]): ProbeTable {
  const table = new ProbeTable()
  for (const [latitude, longitude] of places) table.add(Object.assign(new ProbeRow(), { latitude, longitude }))
  return table
}
function map(name: string, south: number, west: number, north: number, east: number) {
  return { name, boundingBox: { south, west, north, east } }
}
const town = map('town', 41.1, -8.7, 41.2, -8.5)
const country = map('country', 37, -10, 42, -6)
const island = map('fiji', -20, 177, -16, -178)

function times(count: number, place: Position): Position[] {
  return Array.from({ length: count }, () => place)
}

test('selects the smallest map that contains nearly all positions', () => {
  const [inTown, inCountry]: Position[] = [
    [41.15, -8.6],
    [40, -8],
  ]
  const nameFor = (places: Position[]) => findMapForPositions(tableOf(places), [country, island, town])?.name
  expect(nameFor(times(10, inTown ?? [0, 0]))).toBe('town')
  expect(nameFor([...times(9, inTown ?? [0, 0]), ...times(1, inCountry ?? [0, 0])])).toBe('town')
  expect(nameFor([...times(8, inTown ?? [0, 0]), ...times(2, inCountry ?? [0, 0])])).toBe('country')
})

test('supports a map across the antimeridian', () => {
  const both = tableOf([
    [-18, 178],
    [-18, -179],
    [-18, 0],
    [-21, 178],
  ])
  expect(getShareInside(both, island.boundingBox)).toBe(0.5)
  expect(findMapForPositions(both, [country, island])?.name).toBe('fiji')
})

test('selects no map for positions outside all maps', () => {
  expect(findMapForPositions(tableOf([[0, 0]]), [town, country, island])).toBeUndefined()
  expect(findMapForPositions(tableOf([[0, 0]]), [])).toBeUndefined()
})
