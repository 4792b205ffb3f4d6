import type { TurnGraph } from '../cch/graph/turn-graph.ts'

/** Returns the weight of a path, computed from its turns, or undefined if any turn does not exist. */
export function computePathWeight(graph: TurnGraph, turnWeight: Int32Array, arcs: Uint32Array): number | undefined {
  let sum = 0
  for (let index = 1; index < arcs.length; index++) {
    const turn = graph.turnFrom.findIndex(
      (from, turn) => from === arcs[index - 1] && graph.turnTo[turn] === arcs[index],
    )
    if (turn < 0) return undefined
    sum += turnWeight[turn]
  }
  return sum
}
