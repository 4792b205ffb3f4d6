import { ArcFlag } from '../network/attributes.ts'
import type { EdgeTable, TurnTable } from '../network/network.ts'

/**
 * Sets `leadsToMain` and `reachedFromMain` by searching from every arc in both directions. This is slow, but
 * independent of the compiler's method. Reaching a copy counts as reaching the street.
 */
export function markMain(turns: TurnTable, edgeSide: Uint32Array, flags: Uint8Array): void {
  const onwards = neighbours(turns)
  const backwards = reversed(onwards)
  const left = new Set(onwards.keys())
  let main = { ahead: new Set<number>(), behind: new Set<number>(), both: [] as number[] }
  while (left.size > 0) {
    const [arc] = left
    const ahead = reach(onwards, arc)
    const behind = reach(backwards, arc)
    const both = [...ahead].filter((other) => behind.has(other))
    if (both.length > main.both.length) main = { ahead, behind, both }
    for (const other of both) left.delete(other)
  }
  const sides = new Set([...main.ahead].map((arc) => edgeSide[arc]))
  edgeSide.forEach((side, arc) => {
    if (main.ahead.has(arc) || ((flags[arc] & ArcFlag.copy) === 0 && sides.has(side))) {
      flags[arc] |= ArcFlag.reachedFromMain
    }
    if (main.behind.has(arc)) flags[arc] |= ArcFlag.leadsToMain
  })
}

/** The connected component of every arc, ignoring directions. Component 0 has the most arcs. */
export function numberParts({ from, to, count }: EdgeTable, edgeSide: Uint32Array): Uint32Array {
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
    const nodes = reach(touching, start)
    for (const node of nodes) done.add(node)
    groups.push([...edgeSide.keys()].filter((arc) => nodes.has(from[edgeSide[arc] >>> 1])))
  })
  const part = new Uint32Array(edgeSide.length)
  groups.sort((a, b) => b.length - a.length)
  groups.forEach((arcs, number) => {
    for (const arc of arcs) part[arc] = number
  })
  return part
}

function neighbours({ first, to }: TurnTable): number[][] {
  return Array.from({ length: first.length - 1 }, (_, arc) => [...to.subarray(first[arc], first[arc + 1])])
}

function reversed(lists: readonly (readonly number[])[]): number[][] {
  const back = lists.map(() => [] as number[])
  lists.forEach((list, from) => {
    for (const to of list) back[to].push(from)
  })
  return back
}

function reach(lists: readonly (readonly number[])[], start: number): Set<number> {
  const reached = new Set([start])
  for (const at of reached) for (const next of lists[at] ?? []) reached.add(next)
  return reached
}
