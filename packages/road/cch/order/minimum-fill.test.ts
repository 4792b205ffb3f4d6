import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { randomTurnGraph } from '../../testing/random-graph.ts'
import { groupBy } from '../graph/adjacency.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'
import { MinimumFill } from './minimum-fill.ts'

/**
 * Orders arcs by the definition of minimum fill. Each step tries contracting every remaining arc and chooses the one
 * that leaves the fewest connected pairs.
 */
function orderByDefinition(arcs: readonly number[], { turnFrom, turnTo }: TurnGraph): number[] {
  const inCell = new Set(arcs)
  let pairs = new Set<string>()
  for (let turn = 0; turn < turnFrom.length; turn++) {
    const [from, to] = [turnFrom[turn], turnTo[turn]]
    if (from !== to && (inCell.has(from) || inCell.has(to))) pairs.add(`${from} ${to}`)
  }
  const contract = (arc: number): Set<string> => {
    const ends = [...pairs].map((pair) => pair.split(' ').map(Number))
    const kept = new Set([...pairs].filter((pair) => !pair.split(' ').map(Number).includes(arc)))
    for (const [from, via] of ends) {
      for (const [start, to] of ends) if (via === arc && start === arc && from !== to) kept.add(`${from} ${to}`)
    }
    return kept
  }
  const order: number[] = []
  while (order.length < arcs.length) {
    const remaining = arcs.filter((arc) => !order.includes(arc)).sort((a, b) => a - b)
    const best = remaining.reduce((winner, arc) => (contract(arc).size < contract(winner).size ? arc : winner))
    pairs = contract(best)
    order.push(best)
  }
  return order
}

test.each([1, 2, 3, 4])('contracts the arc that adds the fewest shortcuts next (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const graph = randomTurnGraph(random, 4, 4)
  const minimumFill = new MinimumFill(
    graph,
    groupBy(graph.turnFrom, graph.arcCount),
    groupBy(graph.turnTo, graph.arcCount),
  )
  for (const share of [0.1, 0.25]) {
    const arcs = Array.from({ length: graph.arcCount }, (_, arc) => arc).filter(() => random() < share)
    expect(minimumFill.order(arcs)).toEqual(orderByDefinition(arcs, graph))
  }
})
