import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { createFlowGraph } from './flow-graph.ts'
import { createFlowScratch, markSide, maxFlow, SINK_NODE, SOURCE_NODE } from './max-flow.ts'

/** Returns the lowest capacity of all cuts between the sources and the sinks, found by trying all cuts. */
function lowestCut(nodeCount: number, arcs: readonly (readonly [number, number])[], sources: number, sinks: number) {
  let lowest = Number.POSITIVE_INFINITY
  for (let side = 0; side < 1 << nodeCount; side++) {
    if ((side & sources) !== sources || (side & sinks) !== 0) continue
    lowest = Math.min(lowest, arcs.filter(([a, b]) => ((side >> a) & 1) !== ((side >> b) & 1)).length)
  }
  return lowest
}

test('the flow equals the lowest of all cuts, on both sides', () => {
  const random = seededRandom(28)
  for (let round = 0; round < 100; round++) {
    const nodeCount = 4 + Math.floor(random() * 6)
    const node = () => Math.floor(random() * nodeCount)
    const arcs = Array.from({ length: 2 * nodeCount }, () => [node(), node()] as const)
    const sources = Int32Array.of(0, 1)
    const sinks = Int32Array.of(nodeCount - 1)
    const graph = createFlowGraph(
      nodeCount,
      Uint32Array.from(arcs, ([tail]) => tail),
      Uint32Array.from(arcs, ([, head]) => head),
    )
    const scratch = createFlowScratch(graph)
    for (const source of sources) scratch.role[source] = SOURCE_NODE
    for (const sink of sinks) scratch.role[sink] = SINK_NODE
    const expected = lowestCut(nodeCount, arcs, 3, 1 << (nodeCount - 1))
    expect(maxFlow(graph, scratch, sources, sinks, Number.POSITIVE_INFINITY)).toBe(expected)
    const side = new Uint8Array(nodeCount)
    for (const forwards of [true, false]) {
      const size = markSide(graph, scratch, forwards ? sources : sinks, forwards, side)
      expect(side.reduce((sum, marked) => sum + marked, 0)).toBe(size)
      expect(arcs.filter(([a, b]) => side[a] !== side[b])).toHaveLength(expected)
    }
    if (expected > 0) expect(maxFlow(graph, scratch, sources, sinks, expected)).toBe(Number.POSITIVE_INFINITY)
    expect(maxFlow(graph, scratch, sources, sinks, expected + 1)).toBe(expected)
  }
})
