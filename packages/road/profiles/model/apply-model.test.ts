import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { buildRoadMap, noClosures } from '../../testing/map-of.ts'
import { randomNetwork } from '../../testing/random-network.ts'
import { randomState } from '../../traffic/testing/draw-state.ts'
import { slowWeights } from '../../traffic/testing/slow-traffic.ts'
import { trafficDurations } from '../../traffic/traffic-weights.ts'
import { defaultProfile, type TravelProfile } from '../car-weights.ts'
import { profileWeights } from '../profile-weights.ts'
import { applyModel } from './apply-model.ts'
import { ExactnessCheck } from './testing/exactness-check.ts'
import { randomModel, withRandomRoads } from './testing/random-model.ts'
import type { ModelRule } from './travel-model.ts'

const NETWORKS = [501, 502, 503, 504, 505, 506, 507, 508, 509, 510]
const MODELS_PER_NETWORK = 20
const monday = Date.parse('2026-11-16T08:10:00Z')
const start = { departMs: monday, aheadMs: 0, utcOffsetSeconds: 0 }

describe.each(NETWORKS)('random models on the random network %i', (seed) => {
  const random = seededRandom(seed)
  const network = withRandomRoads(random, randomNetwork(random, { columns: 6, rows: 6 }))
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

  test('leave everything as it is when there are none', () => {
    const { duration, weight, excluded } = applyModel(town, [])
    expect(duration).toEqual(Uint32Array.from(town.arcs.duration))
    expect(weight).toEqual(town.arcs.weight)
    expect(excluded.includes(1)).toBe(false)
  })

  test('apply in order, and a factor before the limit of the same rule', () => {
    const lengthCm = (arc: number) => town.edges.lengthCm[town.arcs.edgeSide[arc] >>> 1]
    const atKmh = (kmh: number) => (_: number, arc: number) => Math.round((lengthCm(arc) * 3.6) / kmh)
    expect(durations({ when: {}, speedFactor: 100, speedLimitKmh: 10 })).toEqual(town.arcs.duration.map(atKmh(10)))
    expect(durations({ when: {}, speedLimitKmh: 1 }, { when: {}, speedFactor: 4 })).toEqual(
      town.arcs.duration.map(atKmh(4)),
    )
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
