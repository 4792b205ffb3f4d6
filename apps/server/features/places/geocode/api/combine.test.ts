import { expect, test } from 'vitest'
import { combineBatchReplies } from '../../batch/combine.ts'
import { combineGeocodeReplies, mergeResults } from './combine.ts'

const result = (id: string, confidence: number) => ({ id, confidence })
const reply = (results: readonly ReturnType<typeof result>[], attribution: string, warnings?: readonly string[]) => ({
  query: 'q',
  results,
  data: { attribution },
  warnings,
})

test('results of several nodes are ordered by confidence, and the order of each node is kept', () => {
  const first = [result('a', 0.9), result('b', 0.95), result('c', 0.2)]
  const second = [result('x', 0.92), result('y', 0.5)]
  expect(mergeResults([first, second], 10).map(({ id }) => id)).toEqual(['x', 'a', 'b', 'y', 'c'])
})

test('a place that several nodes know is returned once, and the limit applies to distinct places', () => {
  const lists = [
    [result('world', 1), result('a', 0.5)],
    [result('world', 1), result('b', 0.4)],
  ]
  expect(mergeResults(lists, 2).map(({ id }) => id)).toEqual(['world', 'a'])
  expect(mergeResults(lists, 3).map(({ id }) => id)).toEqual(['world', 'a', 'b'])
})

test('attributions and warnings are joined without duplicates, and missing regions are named', () => {
  const replies = [reply([], 'OSM; GeoNames', ['w']), reply([result('a', 1)], 'OSM; Other', ['w', 'v'])]
  const { data, warnings, results } = combineGeocodeReplies(replies, ['porto'])
  expect(results).toEqual([result('a', 1)])
  expect(data.attribution).toBe('OSM; GeoNames; Other')
  expect(warnings).toEqual(['w', 'v', expect.stringContaining('the map porto')])
})

test('batches are combined query by query, and a position gets the address of the node that has its map', () => {
  const here = {
    results: [
      { status: 'nothing', results: [] },
      { status: 'found', reverse: { kind: 'settlement', distance_m: 5 } },
      { status: 'invalid' },
    ],
    data: { attribution: 'a' },
  }
  const there = {
    results: [
      { status: 'found', results: [result('x', 1)] },
      { status: 'found', reverse: { kind: 'address', distance_m: 9 } },
      { status: 'invalid' },
    ],
    data: { attribution: 'b' },
  }
  const { results } = combineBatchReplies([here, there], [], { queries: [{}, {}, {}] })
  expect(results).toEqual(there.results)
})
