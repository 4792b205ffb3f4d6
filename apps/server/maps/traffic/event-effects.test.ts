import { seededRandom } from '@fairway/geo'
import { NO_ID, type RoadNetwork } from '@fairway/road'
import { randomNetwork } from '@fairway/road/testing'
import { describe, expect, test } from 'vitest'
import { computeEventEffects } from './event-effects.ts'
import type { FeedEvent } from './feeds/feed-content.ts'
import { type ArcStretch, makeLocatedEvent } from './testing/located.ts'

/** Town in which every arc has 5 s of waiting time. */
const town = randomNetwork(seededRandom(21), { columns: 6, rows: 6 })
const network: RoadNetwork = {
  ...town,
  arcs: { ...town.arcs, delay: town.arcs.delay.map(() => 500), duration: town.arcs.duration.map((cs) => cs + 500) },
}
const { edges } = network
const arcsOfEdge = (edge: number) => [edges.arc[2 * edge] ?? NO_ID, edges.arc[2 * edge + 1] ?? NO_ID] as const
const twoWayEdges = Array.from({ length: edges.count }, (_, edge) => edge).filter(
  (edge) => !arcsOfEdge(edge).includes(NO_ID),
)
const oneWayEdges = Array.from({ length: edges.count }, (_, edge) => edge).filter((edge) =>
  arcsOfEdge(edge).includes(NO_ID),
)
const arcsOf = (edge: number) => arcsOfEdge(edge).filter((arc) => arc !== NO_ID)

const [edge = 0] = twoWayEdges
const [arc] = arcsOfEdge(edge)
const lengthCm = edges.lengthCm[edge] ?? 0
const fullDurationCs = network.arcs.duration[arc] ?? 0
const moving = fullDurationCs - 500

const effects = (event: Partial<FeedEvent>, ...stretches: ArcStretch[]) =>
  computeEventEffects(network, makeLocatedEvent(event, stretches))
const minDurationOf = (event: Partial<FeedEvent>, stretch: ArcStretch = [arc]) =>
  effects(event, stretch)[0]?.minDurationCs

describe('event speed', () => {
  /** Half of the free-flow speed. */
  const speedKmh = (lengthCm * 3.6) / (2 * moving)

  test('applies to the arc, and waiting time is added', () => {
    expect(minDurationOf({ speedKmh })).toBe(fullDurationCs + moving)
  })

  test('applies to the part of the arc that the event covers', () => {
    expect(minDurationOf({ speedKmh }, [arc, 0.25, 0.75])).toBe(Math.round(fullDurationCs + moving / 2))
    expect(minDurationOf({ speedKmh }, [arc, 0.5, 0.5])).toBe(0)
  })

  test('above the free-flow speed has no effect', () => {
    expect(minDurationOf({ speedKmh: 2 * speedKmh })).toBe(0)
    expect(minDurationOf({ speedKmh: 500 })).toBe(0)
  })

  test('takes precedence over the number of closed lanes', () => {
    expect(minDurationOf({ speedKmh, lanesClosed: [1, 2] })).toBe(fullDurationCs + moving)
  })
})

describe('closed lanes', () => {
  test.each([
    [0, 2, 1],
    [1, 4, 1 / (1 - 0.125)],
    [1, 2, 1 / 0.75],
    [2, 2, 2],
    [3, 2, 2],
    [1, 0, 2],
  ])('%i of %i slow the arc by a factor of %f', (closed, total, factor) => {
    const expected = factor === 1 ? 0 : Math.round(500 + moving * factor)
    expect(minDurationOf({ lanesClosed: [closed, total] })).toBe(expected)
  })

  test('have no effect when not reported', () => {
    expect(effects({}, [arc])).toEqual([{ minDurationCs: 0, delayCs: 0 }])
  })
})

describe('event delay', () => {
  const delays = (event: Partial<FeedEvent>, ...stretches: ArcStretch[]) =>
    effects({ delaySeconds: 90, ...event }, ...stretches).map(({ delayCs }) => delayCs)
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const along = twoWayEdges.slice(0, 4).map((one) => arcsOfEdge(one)[0])

  test('applies to driving the whole event once, shared by length', () => {
    const arcDelays = delays({}, ...along.map((one): ArcStretch => [one]))
    expect(Math.abs(sum(arcDelays) - 9000)).toBeLessThanOrEqual(2)
    const lengths = twoWayEdges.slice(0, 4).map((one) => edges.lengthCm[one] ?? 0)
    arcDelays.forEach((cs, i) => void expect(cs / 9000).toBeCloseTo((lengths[i] ?? 0) / sum(lengths), 2))
  })

  test('counts partial arcs proportionally', () => {
    const arcDelays = delays({}, [along[0] ?? 0, 0.5, 1], [along[1] ?? 0], [along[2] ?? 0, 0, 0.1])
    expect(Math.abs(sum(arcDelays) - 9000)).toBeLessThanOrEqual(2)
  })

  test('in both directions applies once to each direction', () => {
    const stretches = twoWayEdges.slice(0, 4).flatMap((one) => arcsOf(one).map((each): ArcStretch => [each]))
    const arcDelays = delays({ direction: 'both' }, ...stretches)
    expect(Math.abs(sum(arcDelays.filter((_, i) => i % 2 === 0)) - 9000)).toBeLessThanOrEqual(2)
    expect(Math.abs(sum(arcDelays.filter((_, i) => i % 2 === 1)) - 9000)).toBeLessThanOrEqual(2)
  })

  test('on two carriageways, mapped as two one-way streets of equal length, applies once to each', () => {
    const [first = 0, second = 0] = oneWayEdges
    const lengths = edges.lengthCm.with(second, edges.lengthCm[first] ?? 0)
    const dual = { ...network, edges: { ...edges, lengthCm: lengths } }
    const stretches = [first, second].flatMap((one) => arcsOf(one).map((each): ArcStretch => [each]))
    const arcDelays = computeEventEffects(dual, makeLocatedEvent({ delaySeconds: 90, direction: 'both' }, stretches))
    expect(arcDelays.map(({ delayCs }) => delayCs)).toEqual([9000, 9000])
  })

  test('at a point applies once: in full on one road, half on each of two roads through a junction', () => {
    expect(delays({ where: { at: [41, -8] } }, [along[0] ?? 0])).toEqual([9000])
    expect(delays({ where: { at: [41, -8] } }, [along[0] ?? 0], [along[1] ?? 0, 0.2, 0.3])).toEqual([4500, 4500])
  })

  test('of an area applies to driving through it once; a zero delay has no effect', () => {
    const size = (meters: number) => {
      const [high, wide] = [meters / 111_060, meters / (111_320 * Math.cos((41 * Math.PI) / 180))]
      return {
        area: [
          [41, -8],
          [41 + high, -8],
          [41 + high, -8 + wide],
          [41, -8 + wide],
        ] as [number, number][],
      }
    }
    const area = size(1000)
    const kilometer = (delay: number) =>
      delay / ((edges.lengthCm[(network.arcs.edgeSide[along[0] ?? 0] ?? 0) >>> 1] ?? 1) / 1e5) || 0
    expect(kilometer(delays({ where: area }, [along[0] ?? 0])[0] ?? 0) / 9000).toBeCloseTo(1, 1)
    expect(kilometer(delays({ where: size(2000) }, [along[0] ?? 0])[0] ?? 0) / 4500).toBeCloseTo(1, 1)
    expect(effects({ where: area }, [along[0] ?? 0])).toEqual([{ minDurationCs: 0, delayCs: 0 }])
  })
})
