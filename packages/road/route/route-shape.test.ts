import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { NO_ID } from '../sentinels.ts'
import type { Snap } from '../snap/snapper.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { withRandomTerrain } from '../testing/random-terrain.ts'
import type { PlannedLeg } from './leg.ts'
import { RouteShape } from './route-shape.ts'

const network = randomNetwork(seededRandom(4), { columns: 9, rows: 9 })
const { edges, arcs } = network

/** Returns a snap exactly at the beginning or end of an arc. */
function endOf(arc: number, which: 'beginning' | 'end'): Snap {
  const edge = arcs.edgeSide[arc] >>> 1
  const isHigh = (which === 'end') === ((arcs.edgeSide[arc] & 1) === 0)
  const point = isHigh ? edges.shapeFirst[edge + 1] - 1 : edges.shapeFirst[edge]
  return {
    edge,
    fraction: isHigh ? 1 : 0,
    segment: isHigh ? point - 1 : point,
    segmentShare: isHigh ? 1 : 0,
    latitude: edges.shapeLatitude[point],
    longitude: edges.shapeLongitude[point],
    distanceMeters: 0,
    sides: 3,
  }
}

/**
 * Returns a route that goes back and forth on a street the given number of times. The route starts backward if `begin`
 * is 1.
 */
function shuttle(edge: number, times: number, begin = 0): PlannedLeg {
  const list = Uint32Array.from({ length: times }, (_, i) => edges.arc[2 * edge + ((i + begin) % 2)])
  const [first, last] = [list[0], list[times - 1]]
  return {
    arcs: list,
    turns: new Uint32Array(times - 1).fill(NO_ID),
    startFraction: 0,
    endFraction: 1,
    weight: 0,
    start: endOf(first, 'beginning'),
    end: endOf(last, 'end'),
  }
}

const twoWay = Array.from({ length: edges.count }, (_, edge) => edge).find(
  (edge) =>
    edges.arc[2 * edge] !== NO_ID &&
    edges.arc[2 * edge + 1] !== NO_ID &&
    edges.shapeFirst[edge + 1] - edges.shapeFirst[edge] >= 5,
)

test('grows for a route longer than any before, and is reset for the next', () => {
  if (twoWay === undefined) throw new Error('the town has no crooked street in both directions')
  const shape = new RouteShape()
  const points = edges.shapeFirst[twoWay + 1] - edges.shapeFirst[twoWay]
  for (const times of [1, 2, 5000, 3]) {
    shape.clear()
    shape.addLeg(network, shuttle(twoWay, times))
    expect(shape.arcCount).toBe(times + 1)
    expect([...shape.pointOfArc.subarray(0, shape.arcCount)]).toEqual(
      Array.from({ length: times + 1 }, (_, i) => i * (points - 1)),
    )
    expect(shape.length).toBe(times * (points - 1) + 1)
    const there = Array.from(edges.shapeLatitude.subarray(edges.shapeFirst[twoWay], edges.shapeFirst[twoWay + 1]))
    const line = Array.from(shape.latitude.subarray(0, shape.length))
    const expected = Array.from({ length: times }, (_, i) =>
      (i % 2 === 0 ? there : there.toReversed()).slice(i > 0 ? 1 : 0),
    )
    expect(line).toEqual(expected.flat())
  }
})

test('shares the stop point between legs; a leg of zero length is still a line', () => {
  if (twoWay === undefined) throw new Error('the town has no crooked street in both directions')
  const points = edges.shapeFirst[twoWay + 1] - edges.shapeFirst[twoWay]
  const shape = new RouteShape()
  shape.addLeg(network, shuttle(twoWay, 1))
  shape.addLeg(network, shuttle(twoWay, 1, 1))
  expect(shape.length).toBe(2 * points - 1)
  expect([...shape.pointOfArc.subarray(0, shape.arcCount)]).toEqual([0, points - 1, points - 1, 2 * (points - 1)])

  const here = endOf(edges.arc[2 * twoWay], 'end')
  const nowhere = { ...shuttle(twoWay, 1), startFraction: 1, start: here, end: here }
  shape.clear()
  shape.addLeg(network, nowhere)
  expect(shape.length).toBe(2)
  expect(shape.latitude[0]).toBe(shape.latitude[1])
})

test('has the height of every point in both directions, and interpolated heights at its ends', () => {
  if (twoWay === undefined) throw new Error('the town has no crooked street in both directions')
  const hilly = withRandomTerrain(seededRandom(9), network)
  const shapeHeight = Int16Array.from({ length: edges.shapeLatitude.length }, (_, point) => 100 + 8 * point)
  const mountains = { ...hilly, terrain: hilly.terrain && { ...hilly.terrain, shapeHeight } }
  const shape = new RouteShape()
  const first = edges.shapeFirst[twoWay]
  const there = Array.from(shapeHeight.subarray(first, edges.shapeFirst[twoWay + 1]))
  shape.addLeg(mountains, shuttle(twoWay, 2))
  expect(shape.hasHeights).toBe(true)
  expect([...shape.height.subarray(0, shape.length)]).toEqual([...there, ...there.toReversed().slice(1)])

  const start = { ...shuttle(twoWay, 1).start, segment: first + 1, segmentShare: 0.25, latitude: 1, longitude: 1 }
  shape.clear()
  shape.addLeg(mountains, { ...shuttle(twoWay, 1), start })
  expect([...shape.height.subarray(0, shape.length)]).toEqual([100 + 8 * (first + 1) + 2, ...there.slice(2)])

  shape.clear()
  shape.addLeg(network, shuttle(twoWay, 2))
  expect(shape.hasHeights).toBe(false)
})
