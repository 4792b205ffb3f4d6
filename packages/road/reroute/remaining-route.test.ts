import { describe, expect, test } from 'vitest'
import { type PlannedLeg, type RoadNetwork, totalsOf } from '../index.ts'
import { buildMatchMap } from '../match/match-map.ts'
import { buildTurnGraph } from '../network/turn-graph-of.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { type Snap, Snapper } from '../snap/snapper.ts'
import { checkLeg, computeLegWeight } from '../testing/check-leg.ts'
import { dijkstraBetween } from '../testing/dijkstra-between.ts'
import { buildMetric, noClosures } from '../testing/map-of.ts'
import { findOnPath } from './find-on-path.ts'
import { snapAt } from './line/shape-positions.ts'
import { PathRemainder } from './remaining-route.ts'
import { RouteTracer } from './route-tracer.ts'
import { isAlongSameStreets, isSamePath } from './same-path.ts'
import { arcsOf, extentOf, lineOf, plainArcsOf } from './testing/lines.ts'
import { positionAt, randomPositionOn } from './testing/positions.ts'
import { montevideo, randomPlan, randomTown } from './testing/towns.ts'
import { endOfPath, isAtOrBefore, type PathPosition, startOfPath, type TracedPath } from './traced-path.ts'
import { durationWithoutTraffic, travelTime } from './travel-time.ts'

const small = [1, 2, 3, 4].map(randomTown)

describe.each([...small, await montevideo(3)])('$name', (town) => {
  const { map, metric, random } = town
  const { network } = map
  const tracer = new RouteTracer(buildMatchMap(map, metric))
  const rest = new PathRemainder(map)
  const paths = Array.from({ length: 200 }, () => {
    const plan = randomPlan(town, 0)
    const trace = plan && tracer.trace(lineOf(network, plan.legs))
    return plan && trace?.kind === 'exact' ? { plan, path: trace.path } : undefined
  }).filter((found) => !!found)

  const weigh = (legs: readonly PlannedLeg[]) => legs.reduce((sum, leg) => sum + computeLegWeight(metric, leg), 0)

  test('has the weight of the planned path at its beginning, except for rounded ends', () => {
    for (const { plan, path } of paths) {
      const whole = rest.from(metric, path, startOfPath(path), [])
      expect(whole.legs.length).toBe(1)
      if (arcsOf(plan.legs).join() !== arcsOf(whole.legs).join()) continue
      expect(isSamePath(plan.legs, whole.legs)).toBe(true)
      expect(isAlongSameStreets(network, plan.legs, whole.legs)).toBe(true)
      expect(Math.abs(whole.weight - weigh(plan.legs))).toBeLessThan(60)
    }
  })

  test('is the rest of the path with its stops, from any position, as valid legs', () => {
    for (const { path } of paths) {
      const places = Array.from({ length: 3 }, () => randomPositionOn(network, path, random))
      places.sort((a, b) => (isAtOrBefore(network, path, a, b) ? -1 : 1))
      const [at, ...stops] = places
      const { legs, weight, endsAtStop } = rest.from(metric, path, at, stops)
      expect(endsAtStop).toEqual([true, true, true])
      expect(arcsOf(legs)).toEqual([...path.arcs.subarray(at.index)])
      expect(legs.flatMap((leg) => checkLeg(network, metric, leg))).toEqual([])
      expect(weight).toBe(weigh(legs))
      const measured = legs.reduce((sum, leg) => sum + totalsOf(network, leg).durationCs, 0)
      expect(travelTime(network, legs, durationWithoutTraffic(network))).toBeCloseTo(measured, 3)
    }
  })

  test('has a line that can be traced back to it', () => {
    for (const { path } of paths) {
      const { legs } = rest.from(metric, path, randomPositionOn(network, path, random), [])
      const line = lineOf(network, legs)
      if (extentOf(line) < 30) continue
      const again = tracer.trace(line)
      if (again.kind !== 'exact') throw new Error(`${town.name}: ${again.kind}`)
      const found = rest.from(metric, again.path, startOfPath(again.path), []).legs
      if (sidesOf(network, found, 0).join() === sidesOf(network, legs, 0).join()) continue
      expect(sidesOf(network, found, 25)).toEqual(sidesOf(network, legs, 25))
    }
  })

  test('is closed before an active closure and open after it', () => {
    const { path } = paths.find(({ path }) => path.arcs.length > 6) ?? paths[0]
    const index = Math.floor(path.arcs.length / 2)
    const closures = noClosures(network)
    network.arcs.edgeSide.forEach((side, arc) => {
      if (side === network.arcs.edgeSide[path.arcs[index]]) closures.arcs[arc] = 1
    })
    const closed = { weights: buildMetric(map, closures).weights, hierarchy: metric.hierarchy }
    expect(rest.from(closed, path, startOfPath(path), []).weight).toBe(INFINITE_WEIGHT)
    const after = { index: index + 1, position: path.enter[index + 1] }
    expect(rest.from(closed, path, after, []).weight).toBe(rest.from(metric, path, after, []).weight)
  })
})

describe.each(small)('position next to the path, $name', (town) => {
  const { map, metric, random } = town
  const { network } = map
  const tracer = new RouteTracer(buildMatchMap(map, metric))
  const snapper = new Snapper(network, map.snapIndex)
  const rest = new PathRemainder(map)
  const graph = buildTurnGraph(network)

  test('the path back has the minimum weight that Dijkstra finds over all entries, and keeps the stops', () => {
    let joined = 0
    for (let round = 0; round < 150; round++) {
      const plan = randomPlan(town, 0)
      const trace = plan && tracer.trace(lineOf(network, plan.legs))
      if (trace?.kind !== 'exact') continue
      const { path } = trace
      const why = `${town.name}, round ${round}`
      const { latitude, longitude } = town.randomStop()
      const nearest = findOnPath(network, path, { latitude, longitude }, startOfPath(path)).at
      const stops = stopsAhead(path, round, nearest)
      const rules = { radiusMeters: 1000, arcWeight: metric.weights.arc, requiredFlags: 0, part: -1, heading: -1 }
      const snaps = snapper.nearest(latitude, longitude, rules)
      const found = rest.rejoin(metric, path, { done: startOfPath(path), nearest }, stops, snaps)
      const { sources, entries } = rest
      expect(entries.count).toBeLessThanOrEqual(16)
      const truth = dijkstraBetween(graph, metric.weights.turn, sources, entries, true)
      if (!found) {
        expect(truth, why).toBeGreaterThanOrEqual(INFINITE_WEIGHT)
        continue
      }
      joined++
      const along = bestAlong(path, snaps, stops[0] ?? endOfPath(path))
      expect(found.weight, why).toBeLessThanOrEqual(Math.min(truth, along) + 1)
      const own = found.legs.reduce((sum, leg) => sum + computeLegWeight(metric, leg), 0)
      // A street that the path only touches at its beginning adds the weight of its turn, but it is not part of the
      // leg.
      const isTouched = arcsOf(found.legs).length < found.path.arcs.length
      expect(isTouched ? found.weight >= own : found.weight === own, why).toBe(true)
      expect(
        found.legs.flatMap((leg) => checkLeg(network, metric, leg)),
        why,
      ).toEqual([])
      expect(found.legs.length, why).toBe(stops.length + 1)
      const line = lineOf(network, found.legs)
      const again = extentOf(line) < 30 ? undefined : tracer.trace(line)
      if (again) expect(again.kind, why).toBe('exact')
      stops.forEach((stop, i) => {
        const there = positionAt(network, path, stop)
        expect([found.legs[i].end.latitude / 1e6, found.legs[i].end.longitude / 1e6], why).toEqual([
          there.latitude,
          there.longitude,
        ])
      })
    }
    expect(joined).toBeGreaterThan(20)
  })

  test('the path back rejoins after an active closure', () => {
    let around = 0
    for (let round = 0; round < 30; round++) {
      const plan = randomPlan(town, 0)
      const trace = plan && tracer.trace(lineOf(network, plan.legs))
      if (trace?.kind !== 'exact' || trace.path.arcs.length < 6) continue
      const { path } = trace
      const closures = noClosures(network)
      const closedSide = network.arcs.edgeSide[path.arcs[2]]
      network.arcs.edgeSide.forEach((side, arc) => {
        if (side === closedSide) closures.arcs[arc] = 1
      })
      const closed = buildMetric(map, closures)
      const at = startOfPath(path)
      const snap = snapAt(network, network.arcs.edgeSide[path.arcs[0]], at.position, path.first)
      const found = rest.rejoin(closed, path, { done: at, nearest: at }, [], [snap])
      if (!found) continue
      around++
      expect(found.weight).toBeLessThan(INFINITE_WEIGHT)
      expect(found.legs.flatMap((leg) => checkLeg(network, closed, leg))).toEqual([])
      const sideAtEnd = ({ arcs }: TracedPath) => network.arcs.edgeSide[arcs[arcs.length - 1]]
      expect(sideAtEnd(found.path)).toBe(sideAtEnd(path))
    }
    expect(around).toBeGreaterThan(3)
  })

  /** Returns the best result for a vehicle on the path itself, which continues along the path before the next stop. */
  function bestAlong(path: TracedPath, snaps: readonly Snap[], stop: PathPosition): number {
    let best = INFINITE_WEIGHT
    for (const { edge, sides, segment, segmentShare } of snaps) {
      for (let index = 0; index <= stop.index; index++) {
        const side = network.arcs.edgeSide[path.arcs[index]]
        const at = { index, position: segment + segmentShare }
        if (side >>> 1 !== edge || (sides & (1 << (side & 1))) === 0) continue
        if (!isAtOrBefore(network, path, startOfPath(path), at) || !isAtOrBefore(network, path, at, stop)) continue
        if (network.edges.arc[side] !== path.arcs[index]) continue
        best = Math.min(best, rest.from(metric, path, at, []).weight)
      }
    }
    return best
  }

  function stopsAhead(path: TracedPath, round: number, nearest: { index: number; position: number }) {
    if (round % 2 === 0) return []
    const stop = randomPositionOn(network, path, random)
    return isAtOrBefore(network, path, nearest, stop) ? [stop] : []
  }
})

/**
 * Returns the edge sides of the legs. A trip never begins on a copy. If the remaining path begins on a copy, tracing
 * its line returns the original street.
 */
function sidesOf(network: RoadNetwork, legs: readonly PlannedLeg[], touchedCm: number): number[] {
  return plainArcsOf(network, legs, touchedCm).map((arc) => network.arcs.edgeSide[arc])
}
