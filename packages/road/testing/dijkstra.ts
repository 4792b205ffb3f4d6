import { groupBy, type Rows } from '../cch/graph/adjacency.ts'
import type { TurnGraph } from '../cch/graph/turn-graph.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'

/**
 * Runs Dijkstra's algorithm on the turn graph with a plain binary heap, as the reference for searches. Returns the
 * weights from one arc to all others.
 */
export function dijkstra(graph: TurnGraph, turnWeight: Int32Array, fromArc: number): Int32Array {
  return new Dijkstra(graph).run(turnWeight, fromArc)
}

/** Dijkstra's algorithm on the turn graph, reusable for many searches on one graph. */
export class Dijkstra {
  private readonly graph: TurnGraph
  private readonly turns: Rows
  private readonly heapKey: Int32Array
  private readonly heapArc: Uint32Array
  private size = 0

  constructor(graph: TurnGraph) {
    this.graph = graph
    this.turns = groupBy(graph.turnFrom, graph.arcCount)
    // Each turn is relaxed at most once, and stale entries stay in the heap.
    this.heapKey = new Int32Array(graph.turnCount + 1)
    this.heapArc = new Uint32Array(graph.turnCount + 1)
  }

  run(turnWeight: Int32Array, fromArc: number): Int32Array {
    const { turnTo, arcCount } = this.graph
    const { first, item } = this.turns
    const distance = new Int32Array(arcCount).fill(INFINITE_WEIGHT)
    distance[fromArc] = 0
    this.size = 0
    this.push(0, fromArc)
    while (this.size > 0) {
      const key = this.heapKey[0]
      const arc = this.heapArc[0]
      this.pop()
      if (key > distance[arc]) continue
      for (let i = first[arc]; i < first[arc + 1]; i++) {
        const next = key + turnWeight[item[i]]
        const to = turnTo[item[i]]
        if (next >= distance[to]) continue
        distance[to] = next
        this.push(next, to)
      }
    }
    return distance
  }

  private push(key: number, arc: number): void {
    const { heapKey, heapArc } = this
    let index = this.size++
    for (let up = (index - 1) >> 1; index > 0 && heapKey[up] > key; up = (index - 1) >> 1) {
      heapKey[index] = heapKey[up]
      heapArc[index] = heapArc[up]
      index = up
    }
    heapKey[index] = key
    heapArc[index] = arc
  }

  private pop(): void {
    const { heapKey, heapArc } = this
    const size = --this.size
    const key = heapKey[size]
    const arc = heapArc[size]
    let index = 0
    for (let child = 1; child < size; child = 2 * index + 1) {
      if (child + 1 < size && heapKey[child + 1] < heapKey[child]) child++
      if (heapKey[child] >= key) break
      heapKey[index] = heapKey[child]
      heapArc[index] = heapArc[child]
      index = child
    }
    heapKey[index] = key
    heapArc[index] = arc
  }
}
