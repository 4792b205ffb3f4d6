import {
  buildTriangles,
  carWeights,
  closeOutside,
  closuresWhen,
  createMetric,
  customize,
  DomainRoads,
  defaultProfile,
  type OddMask,
  type OddRoads,
  oddRoadClasses,
  type Plan,
} from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { drawMap } from '../testing/draw-map.ts'
import type { DrawnMap } from '../testing/drawn-map.ts'
import { toPathLetters } from '../testing/drawn-route.ts'

const everything: OddRoads = { classes: oddRoadClasses, maxSpeedLimitKmh: undefined, exclude: [] }

function maskOf(roads: Partial<OddRoads>, [south, west, north, east] = [-2, -156, 0, -154]): OddMask {
  const ring = [
    [south, west],
    [south, east],
    [north, east],
    [north, west],
  ] as const
  return { key: 'test', areas: [{ name: 'box', polygons: [[ring]] }], roads: { ...everything, ...roads } }
}

/**
 * Returns the letters of the path inside a domain. If no such path exists, returns the rules that the unrestricted
 * route violates.
 */
function findPath(map: DrawnMap, from: string, to: string, mask: OddMask): string {
  const { network, topology } = map.roads
  const closures = closuresWhen(network, () => false)
  closeOutside(network, mask, closures)
  const weights = carWeights(network, defaultProfile, closures)
  const hierarchy = createMetric(topology)
  customize(buildTriangles(topology), weights.turn, hierarchy)
  const stops = [from, to].map((stop) => {
    const [latitude, longitude] = map.pointOf(stop)
    return { latitude, longitude, heading: -1 }
  })
  const request = { stops, radiusMeters: 1, alternatives: 0 }
  const plan = map.planner.plan({ ...request, metric: { weights, hierarchy } })
  if (plan.kind === 'plan') return toPathLetters(map, plan)
  const free = map.planner.plan({ ...request, metric: map.metricFor({}) })
  return free.kind === 'plan' ? brokenBy(map, free, mask) : free.kind
}

function brokenBy(map: DrawnMap, { legs }: Plan, mask: OddMask): string {
  const roads = new DomainRoads(map.roads.network, mask)
  const found = legs.flatMap(({ arcs, turns }) => [
    ...Array.from(arcs, (arc) => roads.findArcViolation(arc)),
    ...Array.from(turns, (turn, index) => roads.findTurnViolation(arcs[index] ?? 0, turn)),
  ])
  return [...new Set(found.flatMap((one) => (one ? [`${one.rule}: ${one.observed}`] : [])))].join(', ')
}

const street = { highway: 'residential', maxspeed: '40' }
const flips = [
  ['road_class: motorway', { highway: 'motorway', oneway: 'no' }, { classes: ['residential'] }],
  ['road_class: primary', { highway: 'primary_link' }, { classes: ['residential'] }],
  ['max_speed_limit: 60 km/h', { maxspeed: '60' }, { maxSpeedLimitKmh: 50 }],
  ['tunnels: a tunnel', { tunnel: 'yes' }, { exclude: ['tunnels'] }],
  ['bridges: a bridge', { bridge: 'yes' }, { exclude: ['bridges'] }],
  ['unpaved: an unpaved road', { surface: 'gravel' }, { exclude: ['unpaved'] }],
  ['roundabouts: a roundabout', { junction: 'roundabout', oneway: 'no' }, { exclude: ['roundabouts'] }],
] as const satisfies readonly (readonly [string, Record<string, string>, Partial<OddRoads>])[]

describe('one road attribute', () => {
  /** The side streets turn B and C into junctions, because roads are evaluated from junction to junction. */
  const drawing = `
        G  H
        |  |
     A--B--C--D
     |        |
     E--------F
  `
  const draw = (tags: Record<string, string>, detour: boolean) =>
    drawMap({ cellMeters: 100 }, drawing, {
      AB: street,
      BC: { ...street, ...tags },
      CD: street,
      BG: street,
      CH: street,
      ...(detour ? { AEFD: street } : {}),
    })

  test.each(flips)('%s: reroutes', async (_, tags, rules) => {
    const mask = maskOf(rules)
    expect(findPath(await draw({}, true), 'A', 'D', mask)).toBe('ABCD')
    expect(findPath(await draw(tags, true), 'A', 'D', mask)).toBe('AEFD')
    expect(findPath(await draw(tags, true), 'A', 'D', maskOf({}))).toBe('ABCD')
  })

  test.each(flips)('%s: is named where there is no alternative', async (broken, tags, rules) => {
    const mask = maskOf(rules)
    expect(findPath(await draw({}, false), 'A', 'D', mask)).toBe('ABCD')
    expect(findPath(await draw(tags, false), 'A', 'D', mask)).toBe(broken)
  })

  test('uses the posted limit that changes between two junctions, even on a poor surface', async () => {
    const mask = maskOf({ maxSpeedLimitKmh: 50 })
    const fast = { ...street, maxspeed: '60', surface: 'gravel' }
    const map = await drawMap({ cellMeters: 100 }, 'A--B--C--D', { AB: street, BC: fast, CD: street })
    expect(findPath(map, 'A', 'D', mask)).toBe('max_speed_limit: 60 km/h')
    const advised = { ...street, maxspeed: '60', 'maxspeed:advisory': '30' }
    const bend = await drawMap({ cellMeters: 100 }, 'A--B--C--D', { AB: street, BC: advised, CD: street })
    expect(findPath(bend, 'A', 'D', mask)).toBe('max_speed_limit: 60 km/h')
  })

  test('includes the border of the area', async () => {
    const map = await draw({}, true)
    const [north, west] = map.pointOf('B')
    const [, east] = map.pointOf('C')
    const south = map.pointOf('F')[0]
    const middle = (west + east) / 2
    // The area contains everything except a notch over the middle of B–C.
    const ring = [
      [south - 0.01, west - 0.01],
      [south - 0.01, east + 0.01],
      [north + 0.01, east + 0.01],
      [north + 0.01, middle + 0.0003],
      [north - 0.0003, middle],
      [north + 0.01, middle - 0.0003],
      [north + 0.01, west - 0.01],
    ] as const
    const mask = { ...maskOf({}), areas: [{ name: 'notched', polygons: [[ring]] }] }
    expect(findPath(map, 'A', 'D', mask)).toBe('AEFD')
    expect(findPath(await draw({}, false), 'A', 'D', mask)).toBe('area: outside')
  })
})

describe('turns across oncoming traffic', () => {
  const cross = `
         N
         |
     W---X---E
         |
         S
  `
  const noTurns = maskOf({ exclude: ['unprotected_turns'] })
  const open = { WXE: street, NXS: street }
  const into = { ...street, oneway: 'yes' }
  const named = 'unprotected_turns: a turn across oncoming traffic without a signal'

  test('are left turns in right-hand traffic, and only those', async () => {
    const map = await drawMap({}, cross, open)
    expect(findPath(map, 'S', 'E', noTurns)).toBe('SXE')
    expect(findPath(map, 'S', 'N', noTurns)).toBe('SXN')
    expect(findPath(map, 'S', 'W', maskOf({}))).toBe('SXW')
    // The path goes straight, makes a U-turn at the dead end, then turns right.
    expect(findPath(map, 'S', 'W', noTurns)).toBe('SXNXW')
    const only = await drawMap({}, cross, { SXW: street, NX: into })
    expect(findPath(only, 'S', 'W', maskOf({}))).toBe('SXW')
    expect(findPath(only, 'S', 'W', noTurns)).toBe(named)
  })

  test('are right turns in left-hand traffic', async () => {
    const mask = maskOf({ exclude: ['unprotected_turns'] }, [51, -1, 52, 1])
    const rightHand = await drawMap({ origin: [51.5, -0.12] }, cross, { SXE: street, NX: into })
    expect(findPath(rightHand, 'S', 'E', mask)).toBe(named)
    const leftHand = await drawMap({ origin: [51.5, -0.12] }, cross, { SXW: street, NX: into })
    expect(findPath(leftHand, 'S', 'W', mask)).toBe('SXW')
  })

  test('are protected by a signal at the junction, and by the absence of oncoming traffic', async () => {
    const signals = await drawMap(
      {},
      cross,
      { SXW: street, NX: into },
      { nodes: { X: { highway: 'traffic_signals' } } },
    )
    expect(findPath(signals, 'S', 'W', noTurns)).toBe('SXW')
    const oneway = await drawMap({}, cross, { WXE: street, SXN: into })
    expect(findPath(oneway, 'S', 'W', noTurns)).toBe('SXW')
    const deadEnd = await drawMap({}, cross, { WXE: street, XS: street })
    expect(findPath(deadEnd, 'S', 'W', noTurns)).toBe('SXW')
    expect(findPath(deadEnd, 'E', 'S', noTurns)).toBe('EXWXS')
    expect(findPath(deadEnd, 'W', 'S', noTurns)).toBe('WXS')
  })

  test('are avoided by another route', async () => {
    const block = `
         N---O
         |   |
     W---X---E
    `
    const map = await drawMap({}, block, { WXE: street, NX: street, NOE: street })
    expect(findPath(map, 'W', 'N', maskOf({}))).toBe('WXN')
    expect(findPath(map, 'W', 'N', noTurns)).toBe('WXEON')
  })
})
