import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildPathAttributes } from '../../cch/attributes/path-attributes.ts'
import { customize } from '../../cch/customize.ts'
import { createCells } from '../../cch/matrix/matrix-cells.ts'
import { MatrixQuery } from '../../cch/matrix/matrix-query.ts'
import { PathQuery } from '../../cch/path-query.ts'
import { buildTriangles } from '../../cch/triangles.ts'
import { createMetric } from '../../cch/wasm/metric-memory.ts'
import { buildTurnGraph } from '../../network/turn-graph-of.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { Dijkstra } from '../../testing/dijkstra.ts'
import { buildRoadMap, noClosures } from '../../testing/map-of.ts'
import { randomNetwork } from '../../testing/random-network.ts'
import { randomState } from '../../traffic/testing/draw-state.ts'
import { slowWeights } from '../../traffic/testing/slow-traffic.ts'
import { trafficDurations } from '../../traffic/traffic-weights.ts'
import { type CarWeights, defaultProfile, type TravelProfile } from '../car-weights.ts'
import { profileWeights } from '../profile-weights.ts'
import { applyModel } from './apply-model.ts'
import { networkOf } from './modeled-network.ts'
import { randomModel, withRandomRoads } from './testing/random-model.ts'
import type { ModelRule } from './travel-model.ts'

const NETWORKS = [501, 502, 503, 504, 505, 506, 507, 508, 509, 510]
const MODELS_PER_NETWORK = 20
const SAMPLES = 12
const monday = Date.parse('2026-11-16T08:10:00Z')
const start = { departMs: monday, aheadMs: 0, utcOffsetSeconds: 0 }

describe.each(NETWORKS)('random models on the random network %i', (seed) => {
  const random = seededRandom(seed)
  const network = withRandomRoads(random, randomNetwork(random, { columns: 6, rows: 6 }))
  const map = buildRoadMap(network)
  const triangles = buildTriangles(map.topology)
  const oracle = new Dijkstra(buildTurnGraph(network))
  const hierarchy = createMetric(map.topology)
  const query = new PathQuery(map.topology)
  const matrix = new MatrixQuery(map.topology)
  const pick = () => Math.floor(random() * network.arcs.count)

  /** Paths and cells have the weights of Dijkstra, and durations that add up along the path. */
  function expectExact(weights: CarWeights, duration: Uint32Array | undefined, what: string): number {
    customize(triangles, weights.turn, hierarchy)
    const durations = networkOf(network, { arcDuration: duration })
    const points = Array.from({ length: SAMPLES }, pick).map((arc) => ({
      count: 1,
      arc: [arc],
      weight: [0],
      along: [0],
    }))
    const cells = createCells(SAMPLES, SAMPLES, buildPathAttributes(durations, map.topology, hierarchy))
    const targets = points.map((point) => ({ ...point, along: [0.5] }))
    matrix.fill(hierarchy, points, targets, cells)
    let connected = 0
    points.forEach((source, row) => {
      const truth = oracle.run(weights.turn, source.arc[0])
      points.forEach((target, column) => {
        if (source.arc[0] === target.arc[0]) return
        const cell = row * SAMPLES + column
        const expected = truth[target.arc[0]]
        const ends = [source, target].map(({ arc }) => ({
          count: 1,
          arc: Uint32Array.of(arc[0]),
          weight: Int32Array.of(0),
        }))
        expect(query.search(hierarchy, ends[0], ends[1]), what).toBe(expected)
        expect(cells.weight[cell], what).toBe(expected)
        if (expected >= INFINITE_WEIGHT) return
        connected++
        const path = query.path()
        let sum = 0
        path?.turns.forEach((turn, index) => {
          sum += durations.arcs.duration[path.arcs[index]] + network.turns.duration[turn]
        })
        sum += durations.arcs.duration[target.arc[0]] / 2
        expect(cells.attributes?.durationCs[cell], what).toBe(sum)
      })
    })
    return connected
  }

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
        connected += expectExact(weights, arcDuration, what)
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
