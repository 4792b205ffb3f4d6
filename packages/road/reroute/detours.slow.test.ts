import { describe, expect, test } from 'vitest'
import { PathQuery } from '../cch/path-query.ts'
import type { RoadMetric } from '../map.ts'
import { buildMatchMap } from '../match/match-map.ts'
import { listArcCopies } from '../network/copies.ts'
import { buildTurnGraph } from '../network/turn-graph-of.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { checkLeg, computeLegWeight } from '../testing/check-leg.ts'
import { dijkstraBetween } from '../testing/dijkstra-between.ts'
import { buildMetric, noClosures } from '../testing/map-of.ts'
import { DetourFinder } from './detours.ts'
import { PathRemainder } from './remaining-route.ts'
import { RouteTracer } from './route-tracer.ts'
import { arcsOf, lineOf } from './testing/lines.ts'
import { positionAt, randomPositionOn } from './testing/positions.ts'
import { montevideo, randomPlan, randomTown } from './testing/towns.ts'
import { isAtOrBefore, type PathPosition, startOfPath, type TracedPath } from './traced-path.ts'

describe.each([...[1, 2, 3, 4, 5].map(randomTown), await montevideo(4)])('$name', (town) => {
  const { map, metric, random } = town
  const { network } = map
  const tracer = new RouteTracer(buildMatchMap(map, metric))
  const graph = buildTurnGraph(network)
  const rounds = town.name.startsWith('Montevideo') ? 8 : 40

  /** Returns the metric with some streets of a path closed after a position. */
  function closeOn(path: TracedPath, from: number, count: number): RoadMetric {
    const closures = noClosures(network)
    const sides = new Set([...path.arcs.subarray(from, from + count)].map((arc) => network.arcs.edgeSide[arc]))
    network.arcs.edgeSide.forEach((side, arc) => {
      if (sides.has(side)) closures.arcs[arc] = 1
    })
    return buildMetric(map, closures)
  }

  function tracedPath(): TracedPath | undefined {
    const plan = randomPlan(town, 0)
    const trace = plan && tracer.trace(lineOf(network, plan.legs))
    return trace?.kind === 'exact' && trace.path.arcs.length >= 8 ? trace.path : undefined
  }

  test('avoid the closure like Dijkstra, and keep the path before and after it', () => {
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const path = tracedPath()
      if (!path) continue
      const why = `${town.name}, round ${round}`
      const from = 1 + Math.floor(random() * (path.arcs.length - 3))
      const closed = closeOn(path, from, 1 + Math.floor(random() * 3))
      const at = placeBefore(path, from)
      const rest = new PathRemainder(map)
      expect(rest.from(closed, path, at, []).weight, why).toBe(INFINITE_WEIGHT)
      const detours = new DetourFinder(map, new PathQuery(map.topology), listArcCopies(network))
      let before = INFINITE_WEIGHT
      for (const { legs, weight, path: way } of detours.findDetours(closed, path, at, [])) {
        found++
        const truth = dijkstraBetween(graph, closed.weights.turn, detours.exits, detours.entries, true)
        expect(weight, why).toBe(truth)
        expect(weight, why).toBeLessThan(before)
        before = weight
        expect(
          legs.flatMap((leg) => checkLeg(network, closed, leg)),
          why,
        ).toEqual([])
        expect(
          legs.reduce((sum, leg) => sum + computeLegWeight(closed, leg), 0),
          why,
        ).toBe(weight)
        // The detour begins and ends on the path.
        expect(arcsOf(legs)[0], why).toBe(path.arcs[at.index])
        expect(way.leave.at(-1), why).toBe(path.leave.at(-1))
        expect(network.arcs.edgeSide[way.arcs.at(-1) ?? 0]).toBe(network.arcs.edgeSide[path.arcs.at(-1) ?? 0])
      }
    }
    expect(found).toBeGreaterThan(rounds / 4)
  })

  test('skip no stop', () => {
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const path = tracedPath()
      if (!path) continue
      const why = `${town.name}, round ${round}`
      const from = 1 + Math.floor(random() * (path.arcs.length - 3))
      const closed = closeOn(path, from, 1)
      const at = startOfPath(path)
      const stops = Array.from({ length: 3 }, () => randomPositionOn(network, path, random))
      stops.sort((a, b) => (isAtOrBefore(network, path, a, b) ? -1 : 1))
      const detours = new DetourFinder(map, new PathQuery(map.topology), listArcCopies(network))
      const isOnClosed = stops.some(({ index }) => closed.weights.arc[path.arcs[index]] >= INFINITE_WEIGHT)
      const ways = [...detours.findDetours(closed, path, at, stops)]
      if (isOnClosed) expect(ways, why).toEqual([])
      for (const { legs } of ways) {
        found++
        expect(legs.length, why).toBe(4)
        stops.forEach((stop, i) => {
          const there = positionAt(network, path, stop)
          expect([legs[i].end.latitude / 1e6, legs[i].end.longitude / 1e6], why).toEqual([
            there.latitude,
            there.longitude,
          ])
        })
        expect(
          legs.flatMap((leg) => checkLeg(network, closed, leg)),
          why,
        ).toEqual([])
      }
    }
    expect(found).toBeGreaterThan(3)
  })

  test('are empty without a closure, or when the vehicle is inside one', () => {
    const path = tracedPath() ?? tracedPath() ?? tracedPath()
    if (!path) return
    const detours = new DetourFinder(map, new PathQuery(map.topology), listArcCopies(network))
    expect([...detours.findDetours(metric, path, startOfPath(path), [])]).toEqual([])
    const closed = closeOn(path, 2, 1)
    expect([...detours.findDetours(closed, path, { index: 2, position: path.enter[2] }, [])]).toEqual([])
    expect([...detours.findDetours(closed, path, { index: 3, position: path.enter[3] }, [])]).toEqual([])
  })

  function placeBefore(path: TracedPath, index: number): PathPosition {
    if (random() < 0.3) return startOfPath(path)
    const arc = Math.floor(random() * index)
    return { index: arc, position: (path.enter[arc] + path.leave[arc]) / 2 }
  }
})
