import type { TurnGraph } from '../cch/graph/turn-graph.ts'

/**
 * Draws a street grid with holes, one-ways, diagonals, loops, parallel streets, forbidden turns and islands. The grid
 * covers all corner cases in a small graph.
 */
export function randomTurnGraph(random: () => number, columns: number, rows: number): TurnGraph {
  const x = new Float64Array(columns * rows)
  const y = new Float64Array(columns * rows)
  const tail: number[] = []
  const head: number[] = []
  const street = (a: number, b: number): void => {
    const kind = random()
    if (kind < 0.85) tail.push(a)
    if (kind < 0.85) head.push(b)
    if (kind < 0.7 || kind >= 0.85) {
      tail.push(b)
      head.push(a)
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const node = row * columns + column
      x[node] = column + random() * 0.4
      y[node] = row + random() * 0.4
      if (column + 1 < columns && random() < 0.85) street(node, node + 1)
      if (row + 1 < rows && random() < 0.85) street(node, node + columns)
      if (column + 1 < columns && row + 1 < rows && random() < 0.08) street(node, node + columns + 1)
      if (random() < 0.02) street(node, node)
      if (column + 1 < columns && random() < 0.03) street(node, node + 1)
    }
  }
  return withTurns(random, { nodeCount: x.length, x, y }, tail, head)
}

function withTurns(
  random: () => number,
  nodes: Pick<TurnGraph, 'nodeCount' | 'x' | 'y'>,
  tail: readonly number[],
  head: readonly number[],
): TurnGraph {
  const outgoing = Array.from({ length: nodes.nodeCount }, () => [] as number[])
  tail.forEach((node, arc) => {
    outgoing[node].push(arc)
  })
  const from: number[] = []
  const to: number[] = []
  head.forEach((node, arc) => {
    for (const next of outgoing[node]) {
      // Driving around a loop again is not a U-turn.
      const back = head[next] === tail[arc] && next !== arc && outgoing[node].length > 1
      if (back || random() < 0.06) continue
      from.push(arc)
      to.push(next)
    }
  })
  return {
    ...nodes,
    arcCount: tail.length,
    arcTail: Uint32Array.from(tail),
    arcHead: Uint32Array.from(head),
    turnCount: from.length,
    turnFrom: Uint32Array.from(from),
    turnTo: Uint32Array.from(to),
  }
}
