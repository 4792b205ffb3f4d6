import { expect, test } from 'vitest'
import { buildDrawnNetwork } from '../guidance/testing/draw-network.ts'
import { drawMap } from '../guidance/testing/map-source.ts'
import { buildRoadMap } from '../testing/map-of.ts'
import { findStopSnaps } from './carriageways.ts'
import { Snapper } from './snapper.ts'

const METERS = 0.899e-5

interface Options {
  readonly streetMeters?: number
  readonly heading?: number
  readonly radiusMeters?: number
}

/** Returns whether a stop south of a tunnel is snapped to it. There is a street farther south. */
function isInTunnel(
  southMeters: number,
  { streetMeters = 100, heading = -1, radiusMeters = 500 }: Options = {},
): boolean {
  const map = drawMap(
    `
    a---------------b
    c---------------d`,
    { ab: { tunnel: 'yes' }, cd: {}, ac: {}, bd: {} },
    { cellMeters: streetMeters },
  )
  const { network } = buildDrawnNetwork(map)
  const snapper = new Snapper(network, buildRoadMap(network).snapIndex)
  const [north, west] = map.points.get('a') ?? [0, 0]
  const [latitude, longitude] = [north - southMeters * METERS, west + 4 * streetMeters * METERS]
  const rules = { radiusMeters, arcWeight: new Int32Array(network.arcs.count), part: -1, requiredFlags: 0, heading }
  const snaps = findStopSnaps(network, snapper, latitude, longitude, rules)
  return snaps.every((snap) => Math.abs(snap.latitude - north * 1e6) < 1)
}

test.each([
  [24, true],
  [26, false],
])('prefers the street at up to 50 m more than the tunnel: %i m from the tunnel', (meters, expected) => {
  expect(isInTunnel(meters)).toBe(expected)
})

test.each([
  [9, true],
  [11, false],
])('keeps a stop within 10 m of the tunnel in it: %i m', (meters, expected) => {
  expect(isInTunnel(meters, { streetMeters: 40 })).toBe(expected)
})

test('keeps a stop in the tunnel if the street is too far away or the vehicle has a heading', () => {
  expect(isInTunnel(45, { radiusMeters: 50 })).toBe(true)
  expect(isInTunnel(45, { heading: 90 })).toBe(true)
})
