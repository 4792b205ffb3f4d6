import { ArcFlag } from '../network/attributes.ts'
import type { EdgeTable, TurnTable } from '../network/network.ts'

/**
 * Sets `leadsToMain` and `reachedFromMain` by searching from every arc in both directions. This method is slow, but
 * independent of the compiler's method. Reaching a copy counts as reaching the street.
 */
export function markMainComponent(turns: TurnTable, edgeSide: Uint32Array, flags: Uint8Array): void {
  const onwards = listSuccessors(turns)
  const backwards = reverseAdjacency(onwards)
  const remaining = new Set(onwards.keys())
  let main = { ahead: new Set<number>(), behind: new Set<number>(), both: [] as number[] }
  while (remaining.size > 0) {
    const [arc] = remaining
    const reachable = findReachable(onwards, arc)
    const reaching = findReachable(backwards, arc)
    const both = [...reachable].filter((candidate) => reaching.has(candidate))
    if (both.length > main.both.length) main = { ahead: reachable, behind: reaching, both }
    for (const candidate of both) remaining.delete(candidate)
  }
  const reachedSides = new Set([...main.ahead].map((arc) => edgeSide[arc]))
  edgeSide.forEach((side, arc) => {
    if (main.ahead.has(arc) || ((flags[arc] & ArcFlag.copy) === 0 && reachedSides.has(side))) {
      flags[arc] |= ArcFlag.reachedFromMain
    }
    if (main.behind.has(arc)) flags[arc] |= ArcFlag.leadsToMain
  })
}

/** Returns the connected component of every arc, ignoring directions. Component 0 has the most arcs. */
export function numberComponents({ from, to, count }: EdgeTable, edgeSide: Uint32Array): Uint32Array {
  const touching: number[][] = []
  for (let edge = 0; edge < count; edge++) {
    for (const [a, b] of [
      [from[edge], to[edge]],
      [to[edge], from[edge]],
    ]) {
      touching[a] ??= []
      touching[a].push(b)
    }
  }
  const groups: number[][] = []
  const done = new Set<number>()
  edgeSide.forEach((side) => {
    const start = from[side >>> 1]
    if (done.has(start)) return
    const nodes = findReachable(touching, start)
    for (const node of nodes) done.add(node)
    groups.push([...edgeSide.keys()].filter((arc) => nodes.has(from[edgeSide[arc] >>> 1])))
  })
  const component = new Uint32Array(edgeSide.length)
  groups.sort((a, b) => b.length - a.length)
  groups.forEach((arcs, number) => {
    for (const arc of arcs) component[arc] = number
  })
  return component
}

function listSuccessors({ first, to }: TurnTable): number[][] {
  return Array.from({ length: first.length - 1 }, (_, arc) => [...to.subarray(first[arc], first[arc + 1])])
}

function reverseAdjacency(lists: readonly (readonly number[])[]): number[][] {
  const back = lists.map(() => [] as number[])
  lists.forEach((list, from) => {
    for (const to of list) back[to].push(from)
  })
  return back
}

function findReachable(lists: readonly (readonly number[])[], start: number): Set<number> {
  const reached = new Set([start])
  for (const at of reached) for (const next of lists[at] ?? []) reached.add(next)
  return reached
}
