import { expect, test } from 'vitest'
import { createFlowGraph } from './flow-graph.ts'
import { foldTreesAndChains } from './fold.ts'

/**
 * Folds a graph and returns the representative of each node. Each street is a pair of nodes and is two-way unless
 * `oneways` contains its index.
 */
function owners(nodeCount: number, streets: readonly (readonly [number, number])[], oneways: readonly number[] = []) {
  const tail: number[] = []
  const head: number[] = []
  streets.forEach(([a, b], index) => {
    tail.push(a)
    head.push(b)
    if (oneways.includes(index)) return
    tail.push(b)
    head.push(a)
  })
  return [...foldTreesAndChains(createFlowGraph(nodeCount, Uint32Array.from(tail), Uint32Array.from(head)))]
}

test('folds a tree into one node', () => {
  const folded = owners(6, [
    [0, 1],
    [1, 2],
    [1, 3],
    [3, 4],
    [3, 5],
  ])
  expect(new Set(folded).size).toBe(1)
})

test('folds a chain into its two ends, cut at its narrowest street', () => {
  // Three connections lead from 0 to 1: a direct street, a chain through 2, 3 and 4 that ends in a one-way street, and
  // a chain through 5.
  const streets = [
    [0, 1],
    [0, 2],
    [2, 3],
    [3, 4],
    [4, 1],
    [0, 5],
    [5, 1],
  ] as const
  expect(owners(6, streets, [4]).slice(0, 5)).toEqual([0, 1, 0, 0, 0])
  expect(owners(6, streets, [1]).slice(0, 5)).toEqual([0, 1, 1, 1, 1])
})

test('folds a tree on a chain together with its root', () => {
  const streets = [
    [0, 1],
    [0, 2],
    [2, 1],
    [0, 3],
    [3, 1],
    [2, 4],
    [4, 5],
  ] as const
  const folded = owners(6, streets)
  expect(folded[4]).toBe(folded[2])
  expect(folded[5]).toBe(folded[2])
})

test('leaves a circle without junctions and an isolated node unchanged', () => {
  expect(
    owners(4, [
      [0, 1],
      [1, 2],
      [2, 0],
    ]),
  ).toEqual([0, 1, 2, 3])
})
