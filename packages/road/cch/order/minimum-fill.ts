import type { Rows } from '../graph/adjacency.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'

/**
 * Orders the arcs of a small cell greedily: the next arc is the one whose contraction adds the fewest shortcuts. All
 * its neighbors outside the cell rank higher, and contracting other cells cannot change the count here, so the count is
 * exact. Ties go to the smaller arc.
 */
export function eliminationOrder(arcs: readonly number[], graph: TurnGraph, turnsOut: Rows, turnsIn: Rows): number[] {
  if (arcs.length < 2) return [...arcs]
  const outgoingArcs = new Map<number, Set<number>>()
  const incomingArcs = new Map<number, Set<number>>()
  const getOrCreateSet = (map: Map<number, Set<number>>, key: number): Set<number> => {
    let set = map.get(key)
    if (!set) {
      set = new Set()
      map.set(key, set)
    }
    return set
  }
  const connect = (from: number, to: number): void => {
    if (from === to) return
    getOrCreateSet(outgoingArcs, from).add(to)
    getOrCreateSet(incomingArcs, to).add(from)
  }
  for (const arc of arcs) {
    getOrCreateSet(outgoingArcs, arc)
    getOrCreateSet(incomingArcs, arc)
    for (let i = turnsOut.first[arc]; i < turnsOut.first[arc + 1]; i++) connect(arc, graph.turnTo[turnsOut.item[i]])
    for (let i = turnsIn.first[arc]; i < turnsIn.first[arc + 1]; i++) connect(graph.turnFrom[turnsIn.item[i]], arc)
  }
  const cost = (arc: number): number => {
    const incoming = getOrCreateSet(incomingArcs, arc)
    const outgoing = getOrCreateSet(outgoingArcs, arc)
    let fillCount = -incoming.size - outgoing.size
    for (const from of incoming) {
      const targets = outgoingArcs.get(from)
      for (const to of outgoing) if (from !== to && !targets?.has(to)) fillCount++
    }
    return fillCount
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
    const incoming = [...getOrCreateSet(incomingArcs, best)]
    const outgoing = [...getOrCreateSet(outgoingArcs, best)]
    for (const from of incoming) getOrCreateSet(outgoingArcs, from).delete(best)
    for (const to of outgoing) getOrCreateSet(incomingArcs, to).delete(best)
    for (const from of incoming) for (const to of outgoing) connect(from, to)
    for (const arc of new Set([...incoming, ...outgoing])) if (costs.has(arc)) costs.set(arc, cost(arc))
  }
  return order
}
