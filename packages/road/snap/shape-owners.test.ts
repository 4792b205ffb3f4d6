import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { RoadNetwork } from '../network/network.ts'
import { ShapeOwners } from './shape-owners.ts'

/** Builds an edge table with only the fields that the tested code reads. */
function edgesWith(lengths: readonly number[]): RoadNetwork['edges'] {
  const shapeFirst = new Uint32Array(lengths.length + 1)
  lengths.forEach((length, edge) => {
    shapeFirst[edge + 1] = (shapeFirst[edge] ?? 0) + length
  })
  return { count: lengths.length, shapeFirst } as unknown as RoadNetwork['edges']
}

test('assigns every shape point to its edge, with short and long edges mixed (seed 31)', () => {
  const random = seededRandom(31)
  for (let round = 0; round < 200; round++) {
    const lengths = Array.from({ length: 1 + Math.floor(random() * 60) }, () =>
      random() < 0.9 ? 2 + Math.floor(random() * 5) : 2 + Math.floor(random() * 200),
    )
    const owners = ShapeOwners.of(edgesWith(lengths))
    const expected = lengths.flatMap((length, edge) => Array<number>(length).fill(edge))
    expect(
      expected.map((_, point) => owners.edgeOf(point)),
      `round ${round}`,
    ).toEqual(expected)
  }
})

test('builds the table once per network', () => {
  const edges = edgesWith([2, 3])
  expect(ShapeOwners.of(edges)).toBe(ShapeOwners.of(edges))
  expect(() => ShapeOwners.of(edgesWith([]))).not.toThrow()
})
