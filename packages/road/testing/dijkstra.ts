import { groupBy } from '../graph/adjacency.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'

/** The oracle: Dijkstra's algorithm on the turn graph itself, with a plain binary heap. Weights from one arc to all. */
export function dijkstra(graph: TurnGraph, turnWeight: Int32Array, fromArc: number): Int32Array {
  const { first, item } = groupBy(graph.turnFrom, graph.arcCount)
  const distance = new Int32Array(graph.arcCount).fill(INFINITE_WEIGHT)
  const heap: [number, number][] = []
  const push = (key: number, arc: number): void => {
    let index = heap.push([key, arc]) - 1
    for (let up = (index - 1) >> 1; index > 0 && heap[up][0] > key; up = (index - 1) >> 1) {
      heap[index] = heap[up]
      heap[up] = [key, arc]
      index = up
    }
  }
  const pop = (): [number, number] => {
    const top = heap[0]
    const last = heap.pop()
    if (last && heap.length > 0) {
      let index = 0
      for (;;) {
        let child = 2 * index + 1
        if (child >= heap.length) break
        if (child + 1 < heap.length && heap[child + 1][0] < heap[child][0]) child++
        if (heap[child][0] >= last[0]) break
        heap[index] = heap[child]
        index = child
      }
      heap[index] = last
    }
    return top
  }
  distance[fromArc] = 0
  push(0, fromArc)
  while (heap.length > 0) {
    const [key, arc] = pop()
    if (key > distance[arc]) continue
    for (let i = first[arc]; i < first[arc + 1]; i++) {
      const turn = item[i]
      const next = key + turnWeight[turn]
      if (next >= distance[graph.turnTo[turn]]) continue
      distance[graph.turnTo[turn]] = next
      push(next, graph.turnTo[turn])
    }
  }
  return distance
}
