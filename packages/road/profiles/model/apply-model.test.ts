import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { RoadClass, RoadFlag } from '../../network/attributes.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { buildRoadMap, noClosures } from '../../testing/map-of.ts'
import { randomNetwork } from '../../testing/random-network.ts'
import { withRandomTerrain } from '../../testing/random-terrain.ts'
import { randomState } from '../../traffic/testing/draw-state.ts'
import { slowWeights } from '../../traffic/testing/slow-traffic.ts'
import { trafficDurations } from '../../traffic/traffic-weights.ts'
import { defaultProfile, type TravelProfile } from '../car-weights.ts'
import { profileWeights } from '../profile-weights.ts'
import { applyModel } from './apply-model.ts'
import { ExactnessCheck } from './testing/exactness-check.ts'
import { randomModel, withRandomRoads } from './testing/random-model.ts'
import { type ModelRule, surfaces } from './travel-model.ts'

const NETWORKS = [501, 502, 503, 504, 505, 506, 507, 508, 509, 510]
const MODELS_PER_NETWORK = 20
const monday = Date.parse('2026-11-16T08:10:00Z')
const start = { departMs: monday, aheadMs: 0, utcOffsetSeconds: 0 }

describe.each(NETWORKS)('random models on the random network %i', (seed) => {
  const random = seededRandom(seed)
  const flat = withRandomRoads(random, randomNetwork(random, { columns: 6, rows: 6 }))
  const network = seed % 2 === 0 ? flat : withRandomTerrain(random, flat)
  const check = new ExactnessCheck(buildRoadMap(network), random)

  test('equal Dijkstra on independent weights, before and after traffic updates', () => {
    let [connected, closed] = [0, 0]
    for (let round = 0; round < MODELS_PER_NETWORK; round++) {
      const what = `network ${seed}, model ${round}`
      const profile: TravelProfile = { ...defaultProfile, model: randomModel(random, network) }
      const state = randomState(random, network, monday)
      const quiet = { ...state, flags: state.flags.map(() => 0), typical: undefined }
      const noEvents = { ...quiet, events: { ...state.events, sectionArc: new Uint32Array(0) } }
      for (const traffic of [noEvents, state]) {
        const { weights, arcDuration } = profileWeights(network, profile, noClosures(network), (own) =>
          trafficDurations(own, traffic, start),
        )
        const truth = slowWeights(network, traffic, start, profile, noClosures(network))
        expect(weights.arc, what).toEqual(truth.arc)
        expect(weights.turn, what).toEqual(truth.turn)
        closed += weights.arc.filter((weight) => weight >= INFINITE_WEIGHT).length
        connected += check.expectExact(weights, arcDuration, what)
      }
    }
    expect(connected, 'the models must not close everything').toBeGreaterThan(1000)
    expect(closed, 'some models must close roads').toBeGreaterThan(0)
  })
})

describe('rules', () => {
  const network = withRandomRoads(
    seededRandom(7),
    randomNetwork(seededRandom(7), { columns: 5, rows: 5, unsnappableShare: 0 }),
  )
  const plainRoads = { ...network.roads, mode: network.roads.mode.map(() => 0) }
  const town = { ...network, roads: plainRoads, arcs: { ...network.arcs, delay: network.arcs.delay.map(() => 0) } }
  const durations = (...rules: readonly ModelRule[]) => applyModel(town, rules).duration

  test('change nothing when there are none', () => {
    const { duration, weight, excluded } = applyModel(town, [])
    expect(duration).toEqual(Uint32Array.from(town.arcs.duration))
    expect(weight).toEqual(town.arcs.weight)
    expect(excluded.includes(1)).toBe(false)
  })

  test('apply in order, with the factor of a rule before its limit', () => {
    const lengthCm = (arc: number) => town.edges.lengthCm[town.arcs.edgeSide[arc] >>> 1]
    const atKmh = (kmh: number) => (_: number, arc: number) => Math.round((lengthCm(arc) * 3.6) / kmh)
    expect(durations({ when: {}, speedFactor: 100, speedLimitKmh: 10 })).toEqual(town.arcs.duration.map(atKmh(10)))
    expect(durations({ when: {}, speedLimitKmh: 1 }, { when: {}, speedFactor: 4 })).toEqual(
      town.arcs.duration.map(atKmh(4)),
    )
  })

  test.each(Object.entries(RoadFlag))('distinguish surfaces on roads with the flag %s', (_, flag) => {
    // Roads with even numbers have the flag. Roads with odd numbers have the next surface and no flag.
    const roads = {
      ...town.roads,
      roadClass: town.roads.roadClass.map(() => RoadClass.primary),
      surface: town.roads.surface.map((_, road) => surfaces.indexOf(road % 2 === 0 ? 'unknown' : 'asphalt')),
      flags: town.roads.flags.map((_, road) => (road % 2 === 0 ? flag : 0)),
    }
    const when = { surfaces: ['asphalt' as const] }
    const { excluded } = applyModel({ ...town, roads }, [{ when, excludes: true }])
    const expected = Uint8Array.from(town.arcs.edgeSide, (side) => town.edges.road[side >>> 1] % 2)
    expect(expected).toContain(0)
    expect(excluded).toEqual(expected)
  })

  const extremeRule = { when: {}, speedFactor: 0.05, priorityFactor: 0.01 }
  test.each([
    ['one rule', [extremeRule]],
    ['200 rules', Array.from({ length: 200 }, () => extremeRule)],
    ['the lowest speed', [{ ...extremeRule, speedLimitKmh: 1 }]],
    ['the lowest preference', [{ when: {}, priorityFactor: 0.01 }]],
  ])('leave a trip of 24 hours possible with %s', (_, rules) => {
    const { count } = town.arcs
    const arcCs = Math.floor((24 * 3600_00) / count)
    const duration = new Uint32Array(count).fill(arcCs)
    const lengthCm = town.edges.lengthCm.map(() => Math.round((arcCs * 130) / 3.6))
    const arcs = { ...town.arcs, duration, weight: duration.map((cs) => 2 * cs) }
    const modeled = applyModel({ ...town, arcs, edges: { ...town.edges, lengthCm } }, rules)
    const sum = (values: Uint32Array) => values.reduce((total, value) => total + value, 0)
    expect(sum(modeled.weight)).toBeLessThan(INFINITE_WEIGHT)
    expect(sum(modeled.weight)).toBeGreaterThan(50 * sum(arcs.weight) - 1)
    // Sums of durations are signed 32-bit integers.
    expect(sum(modeled.duration)).toBeLessThan(2 ** 31)
  })

  test('apply a low speed and a low preference together up to 100 times the duration', () => {
    const modeled = applyModel(town, [{ when: {}, speedFactor: 0.05, priorityFactor: 0.5 }])
    const atMost = town.arcs.weight.map((weight, arc) => Math.max(weight, 100 * town.arcs.duration[arc]))
    expect(modeled.duration).toEqual(town.arcs.duration.map((cs) => Math.round(cs / 0.05)))
    expect(modeled.weight).toEqual(town.arcs.weight.map((weight, arc) => Math.min(atMost[arc], 40 * weight)))
    expect(applyModel(town, [extremeRule]).weight).toEqual(atMost)
  })

  test('keep the delays at signals, however fast the road becomes', () => {
    const delayed = {
      ...town,
      arcs: { ...town.arcs, delay: Uint16Array.from(town.arcs.duration, (cs) => Math.floor(cs / 2)) },
    }
    const { duration } = applyModel(delayed, [{ when: {}, speedFactor: 10 }])
    duration.forEach((cs, arc) => {
      expect(cs).toBeGreaterThanOrEqual(delayed.arcs.delay[arc])
    })
  })
})
