import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { RoadMetric } from '../../map.ts'
import { listArcCopies } from '../../network/copies.ts'
import { EndpointList } from '../../route/endpoint-list.ts'
import { totalsOf } from '../../route/leg-attributes.ts'
import { Planner } from '../../route/planner.ts'
import type { Stop } from '../../route/stop-snaps.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Snap } from '../../snap/snapper.ts'
import { buildMetric, buildRoadMap, noClosures } from '../../testing/map-of.ts'
import { randomNetwork } from '../../testing/random-network.ts'
import { buildPathAttributes } from '../attributes/path-attributes.ts'
import { customize } from '../customize.ts'
import { toMatrixPoint } from '../points/matrix-point.ts'
import { buildTriangles } from '../triangles.ts'
import { createMetric } from '../wasm/metric-memory.ts'
import { createCells } from './matrix-cells.ts'
import { MatrixQuery } from './matrix-query.ts'

describe.each([1, 2, 3, 4, 5, 6])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const [columns, rows] = [4 + Math.floor(random() * 6), 3 + Math.floor(random() * 5)]
  const network = randomNetwork(random, {
    south: 41,
    west: -8,
    columns,
    rows,
    restrictedShare: seed % 2 === 0 ? 0.2 : 0,
  })
  const map = buildRoadMap(network)
  const planner = new Planner(map)
  const matrix = new MatrixQuery(map.topology)
  const copies = listArcCopies(network)

  const closedRoads = () => {
    const closures = noClosures(network)
    // Closing a street also closes its copies.
    const isClosed = Array.from({ length: network.edges.count * 2 }, () => random() < 0.15)
    network.arcs.edgeSide.forEach((side, arc) => {
      closures.arcs[arc] = isClosed[side] ? 1 : 0
    })
    return buildMetric(map, closures)
  }
  /**
   * Returns a metric in which all arcs and turns have the same weight. Nearly all pairs then have several best paths of
   * different lengths.
   */
  const fullOfTies = (): RoadMetric => {
    const arc = new Int32Array(network.arcs.count).fill(500)
    const turn = new Int32Array(network.turns.count).fill(1000)
    const hierarchy = createMetric(map.topology)
    customize(buildTriangles(map.topology), turn, hierarchy)
    return { weights: { arc, turn }, hierarchy }
  }

  const anywhere = (): Stop => ({
    latitude: 41 + random() * rows * 0.0012,
    longitude: -8 + random() * columns * 0.0012,
    heading: -1,
  })
  const junction = (): Stop => {
    const node = Math.floor(random() * network.nodes.count)
    return { latitude: network.nodes.latitude[node] / 1e6, longitude: network.nodes.longitude[node] / 1e6, heading: -1 }
  }

  function endsOf(metric: RoadMetric, snaps: readonly Snap[], kind: 'source' | 'target') {
    const list = new EndpointList(network, copies)
    list.addSnaps(metric.weights.arc, snaps, kind)
    return toMatrixPoint(network, list)
  }

  /** Compares every cell with a separate trip, because the snapped positions depend on both stops of a trip. */
  function expectRoutes(metric: RoadMetric, pairs: readonly (readonly [Stop, Stop])[]): number {
    const by = buildPathAttributes(network, map.topology, metric.hierarchy)
    const plans = pairs.map((stops) => {
      const request = { metric, stops, radiusMeters: 500, alternatives: 0 }
      const snaps = planner.snap(request)
      if ('kind' in snaps) throw new Error('not snapped')
      return {
        plan: planner.plan(request),
        source: endsOf(metric, snaps[0], 'source'),
        target: endsOf(metric, snaps[1], 'target'),
      }
    })
    const size = plans.length
    const cells = createCells(size, size, by)
    matrix.fill(
      metric.hierarchy,
      plans.map(({ source }) => source),
      plans.map(({ target }) => target),
      cells,
    )
    let found = 0
    plans.forEach(({ plan }, index) => {
      const cell = index * size + index
      const why = `seed ${seed}, pair ${index}`
      if (plan.kind !== 'plan') {
        expect(cells.weight[cell], why).toBe(INFINITE_WEIGHT)
        return
      }
      const totals = totalsOf(network, plan.legs[0])
      expect(cells.weight[cell], why).toBe(plan.weight)
      expect(cells.attributes?.lengthCm[cell], why).toBeCloseTo(totals.distanceCm, 5)
      expect(cells.attributes?.durationCs[cell], why).toBeCloseTo(totals.durationCs, 5)
      found++
    })
    return found
  }

  test.each([
    ['on open roads', () => buildMetric(map)],
    ['with closed roads', closedRoads],
    ['with many paths of equal weight', fullOfTies],
  ])('equals the route in weight, distance and duration: %s', (_, metric) => {
    const place = () => (random() < 0.4 ? junction() : anywhere())
    const pairs = Array.from({ length: 80 }, (): [Stop, Stop] => [place(), place()])
    const same = pairs.slice(0, 10).map(([stop]): [Stop, Stop] => [stop, stop])
    expect(expectRoutes(metric(), [...pairs, ...same])).toBeGreaterThan(30)
  })

  test('handles points on one street: ahead, behind, and the same position', () => {
    const { shapeFirst, shapeLatitude, shapeLongitude, count } = network.edges
    for (let round = 0; round < 10; round++) {
      const first = shapeFirst[Math.floor(random() * count)]
      const at = (share: number): Stop => ({
        latitude: (shapeLatitude[first] * (1 - share) + shapeLatitude[first + 1] * share) / 1e6,
        longitude: (shapeLongitude[first] * (1 - share) + shapeLongitude[first + 1] * share) / 1e6,
        heading: -1,
      })
      const pairs = Array.from({ length: 12 }, (): [Stop, Stop] => [at(random()), at(random())])
      expectRoutes(round % 2 === 0 ? buildMetric(map) : fullOfTies(), [...pairs, [at(0.5), at(0.5)]])
    }
  })
})
