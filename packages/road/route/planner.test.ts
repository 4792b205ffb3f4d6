import { seededRandom } from '@fairway/geo'
import { afterAll, describe, expect, test } from 'vitest'
import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { type Snap, Snapper } from '../snap/snapper.ts'
import { checkLegs } from '../testing/check-plan.ts'
import { buildMetric, buildRoadMap, noClosures } from '../testing/map-of.ts'
import { PlannerOracle } from '../testing/plan-oracle.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { Planner } from './planner.ts'
import { type Stop, snapStops } from './stop-snaps.ts'

/** Southwest corners of an ordinary town and of a town on the antimeridian. */
const corners = [
  { south: 41, west: -8 },
  { south: -16.5, west: 179.996 },
]

/** Number of trips between roads that are not connected to the main network in both directions. */
let unmoved = 0
afterAll(() => expect(unmoved).toBeGreaterThan(0))

describe.each([1, 2, 3, 4, 5, 6])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const corner = corners[seed > 4 ? 1 : 0]
  const columns = 4 + Math.floor(random() * 6)
  const rows = 3 + Math.floor(random() * 5)
  const network = randomNetwork(random, { ...corner, columns, rows, restrictedShare: seed % 2 === 0 ? 0.2 : 0 })
  const map = buildRoadMap(network)
  const planner = new Planner(map)
  const open = buildMetric(map)
  const closures = {
    ...noClosures(network),
    arcs: Uint8Array.from({ length: network.arcs.count }, () => (random() < 0.15 ? 1 : 0)),
  }
  // A copy is the same street, so a closure also applies to the copy.
  network.arcs.edgeSide.forEach((side, arc) => {
    if ((network.arcs.flags[arc] & ArcFlag.copy) !== 0) closures.arcs[arc] = closures.arcs[network.edges.arc[side]]
  })
  const metrics = { open, 'with closed roads': buildMetric(map, closures) }

  const stop = (latitude: number, longitude: number): Stop => ({ latitude, longitude, heading: -1 })
  const pick = (count: number) => Math.floor(random() * count)
  const anyStop = (): Stop =>
    stop(corner.south + random() * rows * 0.0012, within180(corner.west + random() * columns * 0.0012))
  const junction = (): Stop => {
    const node = pick(network.nodes.count)
    return stop(network.nodes.latitude[node] / 1e6, network.nodes.longitude[node] / 1e6)
  }
  const randomStop = () => (random() < 0.3 ? junction() : { ...anyStop(), heading: random() < 0.2 ? pick(360) : -1 })

  /** Checks that the planner matches the reference implementation in every respect. Returns true if a path exists. */
  function expectPlan(stops: readonly Stop[], metric: typeof open, why: string): boolean {
    const request = { metric, stops, radiusMeters: 500, alternatives: 0 }
    const plan = planner.plan(request)
    const snaps = planner.snap(request)
    if ('kind' in snaps) {
      expect(plan, why).toEqual(snaps)
      return false
    }
    const truth = new PlannerOracle(network, metric).findMinWeight(snaps)
    if ('noPath' in truth) {
      expect(plan, why).toEqual({ kind: 'no-path', leg: truth.noPath })
      return false
    }
    if (plan.kind !== 'plan')
      throw new Error(`${why}: ${JSON.stringify(plan)}, but there is a path of weight ${truth.weight}`)
    expect(plan.weight, why).toBe(truth.weight)
    expect(
      plan.legs.reduce((sum, { weight }) => sum + weight, 0),
      why,
    ).toBe(plan.weight)
    expect(checkLegs(network, metric, snaps, plan.legs), why).toEqual([])
    return true
  }

  test.each(Object.entries(metrics))('finds the optimum between two positions, %s', (_, metric) => {
    let found = 0
    for (let round = 0; round < 120; round++) {
      if (expectPlan([randomStop(), randomStop()], metric, `seed ${seed}, round ${round}`)) found++
    }
    expect(found).toBeGreaterThan(40)
  })

  test('does not move a stop whose nearest road leads to the destination', () => {
    const snapper = new Snapper(network, map.snapIndex)
    for (let round = 0; round < 200; round++) {
      const stops = [anyStop(), anyStop()]
      let nearest: Snap[][] | undefined
      snapStops(network, snapper, open.weights.arc, stops, 500, (snaps) => {
        nearest = snaps
      })
      if (!nearest) continue
      const truth = new PlannerOracle(network, open).findMinWeight(nearest)
      if ('noPath' in truth) continue
      const plan = planner.plan({ metric: open, stops, radiusMeters: 500, alternatives: 0 })
      expect(plan.kind === 'plan' && plan.weight, `seed ${seed}, round ${round}`).toBe(truth.weight)
      unmoved++
    }
  })

  test('continues in the driving direction over several stops', () => {
    let found = 0
    for (let round = 0; round < 60; round++) {
      const stops = Array.from({ length: 3 + pick(3) }, randomStop)
      const metric = random() < 0.5 ? open : metrics['with closed roads']
      if (expectPlan(stops, metric, `seed ${seed}, round ${round}`)) found++
    }
    expect(found).toBeGreaterThan(15)
  })

  test('handles one street: ahead, back, the same position, and each with a stop in between', () => {
    for (let round = 0; round < 120; round++) {
      const edge = pick(network.edges.count)
      const places = [random(), random(), random()].map((share) => stopOn(network, edge, share))
      const [a, b, c] = round % 4 === 0 ? [places[0], places[0], places[0]] : places
      expectPlan([a, b], open, `seed ${seed}, round ${round}`)
      expectPlan([a, b, c], open, `seed ${seed}, round ${round}`)
      expectPlan([a, junction(), c], open, `seed ${seed}, round ${round}`)
    }
  })

  test('routes from one junction to another, and to itself', () => {
    for (let round = 0; round < 60; round++) {
      const [a, b] = [junction(), junction()]
      expectPlan([a, b], open, `seed ${seed}, round ${round}`)
      expectPlan([a, a], open, `seed ${seed}, round ${round}`)
      expectPlan([a, b, a], open, `seed ${seed}, round ${round}`)
    }
  })
})

/** Returns a position on an edge's line at a share of its shape points. The exact position does not matter. */
function stopOn({ edges }: RoadNetwork, edge: number, share: number): Stop {
  const count = edges.shapeFirst[edge + 1] - edges.shapeFirst[edge] - 1
  const along = share * count
  const i = edges.shapeFirst[edge] + Math.min(count - 1, Math.floor(along))
  const rest = along - (i - edges.shapeFirst[edge])
  const between = (values: Int32Array) => values[i] / 1e6 + rest * within180((values[i + 1] - values[i]) / 1e6)
  return {
    latitude: between(edges.shapeLatitude),
    longitude: within180(between(edges.shapeLongitude)),
    heading: -1,
  }
}

function within180(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}
