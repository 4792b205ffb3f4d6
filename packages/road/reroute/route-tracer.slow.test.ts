import type { Coordinates } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildMatchMap } from '../match/match-map.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { PlannedLeg } from '../route/leg.ts'
import { NO_ID } from '../sentinels.ts'
import { PathRemainder } from './remaining-route.ts'
import { RouteTracer } from './route-tracer.ts'
import { cpuSeconds } from './testing/cpu-seconds.ts'
import { arcsOf, extentOf, lineOf, plainArcsOf, throughPolyline, withoutDuplicates } from './testing/lines.ts'
import { montevideo, randomPlan, randomTown } from './testing/towns.ts'
import { randomWalk } from './testing/walks.ts'
import { startOfPath } from './traced-path.ts'

const towns = [...[1, 2, 3, 4, 5, 6].map(randomTown), await montevideo(7)]

/** Line formats. `blur` is the length of a line, in microdegrees, up to which the driving direction is ambiguous. */
const formats = [
  { format: 'unchanged', blur: 2, change: (line: Coordinates) => line },
  { format: 'through a polyline of precision 6', blur: 2, change: (line: Coordinates) => throughPolyline(line, 6) },
  { format: 'through a polyline of precision 5', blur: 20, change: (line: Coordinates) => throughPolyline(line, 5) },
]
const CM_PER_MICRODEGREE = 11.2

/**
 * Expects approximately the same arcs. Where streets split at an acute angle, a rounded end point may lie on either
 * street. At most one short arc in between may be missing, which happens at a U-turn.
 */
function expectRoughly(
  { arcs, edges }: RoadNetwork,
  found: readonly number[],
  truth: readonly number[],
  why: string,
): void {
  expect(Math.abs(found.length - truth.length), why).toBeLessThanOrEqual(2)
  let next = 0
  const missing = truth.slice(1, -1).filter((arc) => {
    const index = found.indexOf(arc, next)
    if (index >= 0) next = index + 1
    return index < 0
  })
  expect(missing.length, `${why}: ${found.join()} instead of ${truth.join()}`).toBeLessThanOrEqual(1)
  for (const arc of missing) expect(edges.lengthCm[arcs.edgeSide[arc] >>> 1], why).toBeLessThan(500)
}

describe.each(towns)('$name', (town) => {
  const { network } = town.map
  const tracer = new RouteTracer(buildMatchMap(town.map, town.metric))
  const rest = new PathRemainder(town.map)

  function expectArcs(line: Coordinates, legs: readonly PlannedLeg[], blur: number, why: string): void {
    const trace = tracer.trace(line)
    if (trace.kind !== 'exact') throw new Error(`${why}: ${trace.kind} instead of arcs ${arcsOf(legs)}`)
    const found = rest.from(town.metric, trace.path, startOfPath(trace.path), []).legs
    for (const { arcs, turns } of found) {
      expect([...turns].map((turn) => network.turns.to[turn]).join(), why).toEqual(arcs.subarray(1).join())
    }
    if (arcsOf(found).join() !== arcsOf(legs).join()) {
      const plain = (some: readonly PlannedLeg[]) => plainArcsOf(network, some, blur * CM_PER_MICRODEGREE)
      if (blur >= 20) expectRoughly(network, plain(found), plain(legs), why)
      else expect(plain(found), `${why}, ${line.latitude.length} points`).toEqual(plain(legs))
    }
    if (blur >= 20) return
    // Intermediate stops are points of the line and cannot be distinguished from shape points.
    if (legs.length === 1) expect(withoutDuplicates(lineOf(network, found)), why).toEqual(withoutDuplicates(line))
  }

  test.each(formats)('traces a planned line, $format, back to its arcs', ({ change, blur }) => {
    let found = 0
    for (let round = 0; round < 400; round++) {
      const plan = randomPlan(town, round % 4)
      const line = plan && change(lineOf(network, plan.legs))
      if (!line || extentOf(line) <= blur) continue
      found++
      expectArcs(line, plan.legs, blur, `${town.name}, round ${round}`)
    }
    expect(found).toBeGreaterThan(300)
  })

  test.each(formats)('traces a random path, $format, that passes positions twice', ({ change, blur }) => {
    let found = 0
    for (let round = 0; round < 200; round++) {
      const leg = randomWalk({ ...town, network }, 1 + (round % 60))
      const line = leg && change(lineOf(network, [leg]))
      if (!line || extentOf(line) <= blur) continue
      found++
      expectArcs(line, [leg], blur, `${town.name}, round ${round}`)
    }
    expect(found).toBeGreaterThan(50)
  })

  test.each(formats)('starts a new section after a U-turn at a stop, $format', ({ change, blur }) => {
    let found = 0
    for (let round = 0; round < 200; round++) {
      const there = randomWalk({ ...town, network }, 2 + (round % 9))
      const back = there && network.edges.arc[network.arcs.edgeSide[there.arcs[there.arcs.length - 1]] ^ 1]
      if (!there || back === undefined || back === NO_ID) continue
      if (there.endFraction < 0.2 || there.endFraction > 0.8) continue
      const on = randomWalk({ ...town, network }, 2 + (round % 5), back, 1 - there.endFraction)
      const line = on && change(lineOf(network, [there, on]))
      if (!line || extentOf(line) <= 100) continue
      found++
      const why = `${town.name}, round ${round}`
      expectArcs(line, [there, on], blur, why)
      const trace = tracer.trace(line)
      expect(trace.kind === 'exact' && trace.path.turns.filter((turn) => turn === NO_ID).length, why).toBe(1)
    }
    expect(found).toBeGreaterThan(20)
  })
})

test('takes linear time for 100,000 points', () => {
  const town = randomTown(1)
  const { network } = town.map
  const tracer = new RouteTracer(buildMatchMap(town.map, town.metric))
  let walk = randomWalk({ ...town, network }, 45_000)
  for (let tries = 0; !walk && tries < 100; tries++) walk = randomWalk({ ...town, network }, 45_000)
  if (!walk) throw new Error('no path is that long')
  const line = lineOf(network, [walk])
  expect(line.latitude.length).toBeGreaterThan(100_000)
  const trace = tracer.trace(line)
  const short = { latitude: line.latitude.subarray(0, 10_000), longitude: line.longitude.subarray(0, 10_000) }
  tracer.trace(short)
  const ratio = cpuSeconds(() => tracer.trace(line)) / cpuSeconds(() => tracer.trace(short))
  expect(ratio * (10_000 / line.latitude.length)).toBeLessThan(3)
  expect(trace.kind === 'exact' && trace.path.arcs.length).toBe(45_000)
})
