import { distanceNm, GreatCircle, type Position, sectionBytes, seededRandom } from '@fairway/geo'
import { beforeAll, describe, expect, test } from 'vitest'
import { listEdges } from '../build/coast-rings.ts'
import { NEAR_FIELD_MAX_NM, type Sea, seaFromSections, seaToSections } from '../schema.ts'
import { makeRings, makeSea } from '../testing/draw-sea.ts'
import { isInside, type LandPolygon } from '../testing/exact-path.ts'
import { randomLands } from '../testing/random-lands.ts'
import { clearanceNm, minClearanceNm } from './clearance.ts'
import { LineOfSight } from './line-of-sight.ts'
import { snapToWater } from './snap.ts'

const SEED = 5
const random = seededRandom(SEED)
const box = { south: 48, west: 10, north: 52, east: 15 }
let lands: LandPolygon[]
let sea: Sea
let corners: Position[]
beforeAll(() => {
  lands = randomLands(random, 48.5, 10.5, 4, 0.8)
  sea = makeSea({ ...box, lands })
  corners = sampleCoast()
})

/** Returns points along all coasts, a tenth of a nautical mile apart. */
function sampleCoast(): Position[] {
  const rings = makeRings({ ...box, lands })
  return [...listEdges(rings).coast].flatMap((edge) => {
    const at = (end: number): Position => [rings.latitude[end] / 1e6, rings.longitude[end] / 1e6]
    const [a, b] = [at(edge), at(edge + 1)]
    const pieces = Math.ceil(distanceNm(...a, ...b) / 0.1)
    return Array.from({ length: pieces }, (_, piece): Position => {
      const share = piece / pieces
      return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
    })
  })
}

const isLand = (at: Position) => lands.some((land) => isInside(land, at))
const somewhere = (): Position => [48.3 + random() * 3.4, 10.3 + random() * 4.4]
const toCoastNm = ([lat, lon]: Position) => Math.min(...corners.map((corner) => distanceNm(lat, lon, ...corner)))

describe(`random islands, seed ${SEED}, compared with a scan of every coast point`, () => {
  test('clearance is accurate to 1.5 miles near the coast, and the safe distance never exceeds the true one', () => {
    for (let round = 0; round < 40; round++) {
      const at = somewhere()
      if (isLand(at)) continue
      const exact = toCoastNm(at)
      expect(Math.abs(clearanceNm(sea, ...at) - Math.min(NEAR_FIELD_MAX_NM, exact))).toBeLessThan(1.5)
      expect(minClearanceNm(sea, ...at)).toBeLessThanOrEqual(exact + 0.05)
    }
  })

  test('snapping keeps water points, and moves land points to the nearest water', () => {
    for (let round = 0; round < 40; round++) {
      const at = somewhere()
      const snapped = snapToWater(sea, ...at, 60)
      if (!snapped) throw new Error(`nothing near ${at}`)
      expect(isLand([snapped.latitude, snapped.longitude])).toBe(false)
      const exact = isLand(at) ? toCoastNm(at) : 0
      expect(snapped.snapDistanceNm).toBeGreaterThanOrEqual(exact - 0.1)
      expect(snapped.snapDistanceNm).toBeLessThan(exact + 0.25)
    }
  })

  test('lines of sight are those that meet no land, equal in both directions', () => {
    const lineOfSight = new LineOfSight(sea)
    for (let round = 0; round < 100; round++) {
      const [a, b] = [somewhere(), somewhere()]
      if (isLand(a) || isLand(b)) continue
      const isClear = lineOfSight.isClear(...a, ...b)
      expect(lineOfSight.isClear(...b, ...a)).toBe(isClear)
      const line = along(a, b)
      if (isClear) expect(line.some(isLand)).toBe(false)
      else expect(line.some(isLand) || line.some((at) => toCoastNm(at) < 0.3)).toBe(true)
    }
  })
})

test('points in open water stay where they are, even on cell edges', () => {
  const points: Position[] = [
    [48.25, 12.5],
    [48.28125, 12.4],
    [48.3, 12.53125],
    [48.2501, 12.5001],
  ]
  for (const [latitude, longitude] of points) {
    expect(snapToWater(sea, latitude, longitude, 1)).toMatchObject({ latitude, longitude, snapDistanceNm: 0 })
  }
})

/** Returns points of the great circle, a quarter of a nautical mile apart. */
function along(a: Position, b: Position): Position[] {
  const line = new GreatCircle().set(...a, ...b)
  return Array.from({ length: Math.ceil(line.lengthNm * 4) }, (_, at): Position => {
    line.moveTo(at / 4)
    return [line.latitude, line.longitude]
  })
}

test('sections round-trip', () => {
  const read = seaFromSections(new Map(seaToSections(sea)))
  expect(read).toEqual(sea)
  expect(sectionBytes(read)).toBeGreaterThan(1000)
  const broken = new Map(seaToSections(sea))
  broken.delete('sea.nodes.body')
  expect(() => seaFromSections(broken)).toThrow('section sea.nodes.body should contain a Uint8Array')
})
