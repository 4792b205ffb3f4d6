import type { Rows } from '../graph/adjacency.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'

/**
 * Orders the arcs of a small cell greedily: the next arc is the one whose contraction adds the fewest shortcuts. All
 * its neighbors outside the cell rank higher, and contracting other cells cannot change the count here, so the count is
 * exact. Ties go to the smaller arc.
 */
export function eliminationOrder(arcs: readonly number[], graph: TurnGraph, turnsOut: Rows, turnsIn: Rows): number[] {
  if (arcs.length < 2) return [...arcs]
  const outs = new Map<number, Set<number>>()
  const ins = new Map<number, Set<number>>()
  const setOf = (map: Map<number, Set<number>>, key: number): Set<number> => {
    let set = map.get(key)
    if (!set) {
      set = new Set()
      map.set(key, set)
    }
    return set
  }
  const connect = (from: number, to: number): void => {
    if (from === to) return
    setOf(outs, from).add(to)
    setOf(ins, to).add(from)
  }
  for (const arc of arcs) {
    setOf(outs, arc)
    setOf(ins, arc)
    for (let i = turnsOut.first[arc]; i < turnsOut.first[arc + 1]; i++) connect(arc, graph.turnTo[turnsOut.item[i]])
    for (let i = turnsIn.first[arc]; i < turnsIn.first[arc + 1]; i++) connect(graph.turnFrom[turnsIn.item[i]], arc)
  }
  const cost = (arc: number): number => {
    const incoming = setOf(ins, arc)
    const outgoing = setOf(outs, arc)
    let fill = -incoming.size - outgoing.size
    for (const from of incoming) {
      const targets = outs.get(from)
      for (const to of outgoing) if (from !== to && !targets?.has(to)) fill++
    }
    return fill
  }
  const costs = new Map(arcs.map((arc) => [arc, cost(arc)]))
  const order: number[] = []
  while (costs.size > 0) {
    let best = -1
    let bestCost = Number.POSITIVE_INFINITY
    for (const [arc, value] of costs) {
      if (value < bestCost || (value === bestCost && arc < best)) {
        best = arc
        bestCost = value
      }
    }
    costs.delete(best)
    order.push(best)
    const incoming = [...setOf(ins, best)]
    const outgoing = [...setOf(outs, best)]
    for (const from of incoming) setOf(outs, from).delete(best)
    for (const to of outgoing) setOf(ins, to).delete(best)
    for (const from of incoming) for (const to of outgoing) connect(from, to)
    for (const arc of new Set([...incoming, ...outgoing])) if (costs.has(arc)) costs.set(arc, cost(arc))
  }
  return order
}
