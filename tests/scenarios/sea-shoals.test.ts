import type { Position } from '@fairway/geo'
import { explainRefusal, planSeaRoute, type Sea, SeaPathFinder, shoalGates, snapToWater } from '@fairway/sea'
import { clearanceNm } from '@fairway/sea/testing'
import { beforeAll, expect, test } from 'vitest'
import { openSeas } from '../support/maps/seas.ts'

/**
 * Distances from the coast, in nautical miles, at which the free end of a line is probably meant to reach the coast. A
 * ship would pass between the end and the coast. Ends closer to the coast leave no usable gap, and ends farther away are
 * the seaward ends of banks.
 */
const SUSPECT_GAP_NM = { min: 1.3, max: 4 }

/** Ends that are near a coast, but at which ships pass. */
const openEnds: readonly Position[] = [
  // Bermuda is reached from the east.
  [32.4, -64.63],
  // The northwest channel into Moreton Bay.
  [-26.83, 153.2],
  // East of the Kerkennah islands.
  [34.62, 10.98],
  // The fairway into the Jade.
  [53.76, 8.09],
  // The north end of Margate Sand, and the Goodwin Sands, which ships pass on both sides.
  [51.45, 1.33],
  [51.16, 1.46],
  // The south channel of Port Phillip.
  [-38.26, 144.93],
  // Ships pass south of the islands west of Mokpo.
  [34.6, 125.93],
  // The western entrance into the Gulf of Guanahacabibes, inside the Colorados reef.
  [21.98, -84.83],
  // The western entrance to Dunkirk.
  [51.08, 2.1],
  // The seaward end of the Noorderhaaks.
  [52.98, 4.62],
]

let sea: Sea
let finder: SeaPathFinder
beforeAll(async () => {
  const opened = await openSeas()
  if (!opened.sea) throw new Error('the sea map could not be built')
  sea = opened.sea
  finder = new SeaPathFinder(sea)
})

function isOnWater([latitude, longitude]: Position): boolean {
  return (snapToWater(sea, latitude, longitude, 30)?.snapDistanceNm ?? 30) < 0.05
}

test('no shoal leaves a gap at the coast', () => {
  const ends = shoalGates.flatMap(({ from, to }) => [from, to])
  const isJoined = (end: Position) => ends.filter((other) => other.join() === end.join()).length > 1
  const isSuspect = (end: Position) => {
    const nm = clearanceNm(sea, ...end)
    return nm > SUSPECT_GAP_NM.min && nm < SUSPECT_GAP_NM.max
  }
  const suspects = ends.filter((end) => !isJoined(end) && isOnWater(end) && isSuspect(end))
  expect(new Set(suspects.map(String))).toEqual(new Set(openEnds.map(String)))
})

/** Voyages around a shoal, with the lengths that exclude both a path across the shoal and an unreasonable detour. */
test.each([
  ['the reefs off Cape São Roque', [-8.05, -34.84], [-3.69, -38.5], 405, 445],
  ["the rocks at the Île d'Yeu", [46.14, -1.24], [47.2, -2.35], 88, 110],
  ['the Mekong Delta', [10.33, 107.05], [10.6, 103.45], 335, 385],
  ['the Flemish Banks', [51.07, 2.3], [53.5, 0.6], 160, 195],
  ['the rocks off Deokjeok', [37.36, 126.48], [37.5, 122.2], 215, 235],
  ['Horns Rev', [57.2, 8.2], [55.47, 8.3], 112, 135],
  ['the Noorderhaaks', [53.4, 4.9], [52.96, 4.76], 32, 45],
  ['the Bissagos islands', [10.6, -14.75], [14.65, -17.4], 340, 380],
] as const)('a ship sails around %s', (_, from, to, minNm, maxNm) => {
  const nm = sail(from, to)
  expect(nm).toBeGreaterThan(minNm)
  expect(nm).toBeLessThan(maxNm)
})

/** Voyages next to a shoal that the shoal must not lengthen, with their maximum lengths. */
test.each([
  ['from Ostend along the coast to Dunkirk', [51.24, 2.9], [51.07, 2.3], 30],
  ['from Calais to Dunkirk', [51.0, 1.8], [51.07, 2.3], 36],
  ['from Vũng Tàu to Côn Sơn', [10.33, 107.05], [8.65, 106.65], 115],
  ['from the south to Incheon', [36.6, 126.0], [37.36, 126.48], 60],
  ['from the northwest to Bissau', [12.1, -16.9], [11.84, -15.6], 95],
  ['from the south to Gizan', [15.6, 42.4], [16.9, 42.45], 95],
  ['from the west to Esbjerg', [55.5, 7.0], [55.47, 8.3], 50],
  ['from the south to Den Helder', [52.6, 4.4], [52.96, 4.76], 28],
  ['through Tongass Narrows, which the coastline lacks', [55.342, -131.646], [55.45, -131.9], 15],
] as const)('a ship sails %s', (_, from, to, maxNm) => {
  expect(sail(from, to)).toBeLessThan(maxNm)
})

function sail(from: Position, to: Position): number {
  const plan = planSeaRoute(finder, { from, to })
  if (plan.kind !== 'planned') throw new Error(explainRefusal(plan))
  return plan.routes[0]?.nm ?? 0
}
