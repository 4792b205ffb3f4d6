import { expect, test } from 'vitest'
import { buildDrawnNetwork } from '../guidance/testing/draw-network.ts'
import { drawMap } from '../guidance/testing/map-source.ts'
import { Planner } from '../route/planner.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'

/**
 * A street with two carriageways that are 20 m apart. The northern one is westbound, and the southern one is eastbound.
 */
const drawing = `
    b---------------a
    |               |
    c---------------d-------e`
const METERS = 0.899e-5

interface Options {
  readonly south?: string
  readonly northMeters?: number
  readonly gapMeters?: number
  readonly heading?: number
}

/** Returns the latitude at which a trip to the east starts, in meters north of the southern carriageway. */
function startOfTripEast({ south = 'Avenue', northMeters = 5, gapMeters = 20, heading = -1 }: Options): number {
  const cellMeters = gapMeters / 2
  const map = drawMap(
    drawing,
    {
      ab: { name: 'Avenue', oneway: 'yes' },
      cd: { name: south, oneway: 'yes' },
      bc: { name: '', oneway: 'yes' },
      da: { name: '', oneway: 'yes' },
      de: { name: 'East' },
    },
    { cellMeters },
  )
  const [northLatitude] = map.points.get('a') ?? [0]
  const [southLatitude, eastLongitude] = map.points.get('e') ?? [0, 0]
  const longitude = 1 + 6 * cellMeters * METERS
  const roadMap = buildRoadMap(buildDrawnNetwork(map).network)
  const plan = new Planner(roadMap).plan({
    metric: buildMetric(roadMap),
    stops: [
      { latitude: northLatitude + northMeters * METERS, longitude, heading },
      { latitude: southLatitude, longitude: eastLongitude, heading: -1 },
    ],
    radiusMeters: 100,
    alternatives: 0,
  })
  if (plan.kind !== 'plan') throw new Error(plan.kind)
  // Adding 0 converts -0 to 0.
  return Math.round((plan.legs[0].start.latitude / 1e6 - southLatitude) / METERS) + 0
}

test('starts on the carriageway that is faster for the whole trip', () => {
  expect(startOfTripEast({})).toBe(0)
})

test.each([
  [29, 0],
  [31, 30],
])('considers another carriageway only up to 30 m from the stop (%i m)', (meters, start) => {
  expect(startOfTripEast({ northMeters: 1, gapMeters: meters - 1 })).toBe(start)
})

test.each([
  [0, 20],
  [0.08, 20],
  [0.15, 0],
])('keeps the carriageway of a stop that lies on it, %f m from its line', (northMeters, start) => {
  expect(startOfTripEast({ northMeters })).toBe(start)
})

test('keeps the carriageway of a vehicle with a heading', () => {
  expect(startOfTripEast({ heading: 270 })).toBe(20)
})

test('does not move a stop to another street', () => {
  expect(startOfTripEast({ south: 'Parallel Street' })).toBe(20)
})
