import { ArcFlag } from '@fairway/road'
import { fillColumn } from './columns.ts'

/** Turns grouped by their source arc. */
export interface TurnAdjacency {
  readonly first: Uint32Array
  readonly to: Uint32Array
}

/**
 * Computes the connected component of every arc, ignoring directions and restrictions. Roads that touch are in the same
 * component. If a component contains no path between two arcs, the result is "no route". Component 0 has the most arcs.
 */
export function findConnectedComponents(
  nodeCount: number,
  tail: ArrayLike<number>,
  head: ArrayLike<number>,
): Uint32Array {
  const parent = fillColumn(new Uint32Array(nodeCount), (node) => node)
  const findRoot = (node: number): number => {
    let root = node
    while (parent[root] !== root) root = parent[root] = parent[parent[root]]
    return root
  }
  for (let arc = 0; arc < tail.length; arc++) {
    const a = findRoot(tail[arc])
    const b = findRoot(head[arc])
    if (a !== b) parent[Math.max(a, b)] = Math.min(a, b)
  }
  return indexBySize(fillColumn(new Uint32Array(tail.length), (arc) => findRoot(tail[arc])))
}

function indexBySize(rootOf: Uint32Array): Uint32Array {
  const size = new Map<number, number>()
  for (let arc = 0; arc < rootOf.length; arc++) size.set(rootOf[arc], (size.get(rootOf[arc]) ?? 0) + 1)
  const roots = [...size].sort(([a, sizeA], [b, sizeB]) => sizeB - sizeA || a - b)
  const indexByRoot = new Map(roots.map(([root], index) => [root, index]))
  return rootOf.map((root) => indexByRoot.get(root) ?? 0)
}

/**
 * Returns flags for arcs that lead to the largest strongly connected component and for arcs reachable from it. Several
 * components may have the same size, such as the two directions of a ring road without U-turns. The last arcs are
 * copies of the arcs in `copiedArcs`, and reaching a copy counts as reaching the original arc.
 */
export function computeMainComponentFlags(turns: TurnAdjacency, copiedArcs: readonly number[]): Uint8Array {
  const arcCount = turns.first.length - 1
  const flags = new Uint8Array(arcCount)
  const starts = findLargestStrongComponents(turns)
  markReachable(turns, starts, ArcFlag.reachedFromMain, flags)
  copiedArcs.forEach((arc, copy) => {
    flags[arc] |= flags[arcCount - copiedArcs.length + copy] & ArcFlag.reachedFromMain
  })
  markReachable(reverseTurns(turns), starts, ArcFlag.leadsToMain, flags)
  return flags
}

function markReachable({ first, to }: TurnAdjacency, starts: readonly number[], flag: number, flags: Uint8Array): void {
  const pendingArcs = [...starts]
  for (const start of starts) flags[start] |= flag
  for (let arc = pendingArcs.pop(); arc !== undefined; arc = pendingArcs.pop()) {
    for (let i = first[arc]; i < first[arc + 1]; i++) {
      if ((flags[to[i]] & flag) !== 0) continue
      flags[to[i]] |= flag
      pendingArcs.push(to[i])
    }
  }
}

function reverseTurns({ first, to }: TurnAdjacency): TurnAdjacency {
  const arcCount = first.length - 1
  const reverseOffsets = new Uint32Array(arcCount + 1)
  for (let i = 0; i < to.length; i++) reverseOffsets[to[i] + 1]++
  for (let arc = 0; arc < arcCount; arc++) reverseOffsets[arc + 1] += reverseOffsets[arc]
  const next = reverseOffsets.slice(0, arcCount)
  const from = new Uint32Array(to.length)
  for (let arc = 0; arc < arcCount; arc++) {
    for (let i = first[arc]; i < first[arc + 1]; i++) from[next[to[i]]++] = arc
  }
  return { first: reverseOffsets, to: from }
}

/** Returns one arc of each largest strongly connected component, using Tarjan's algorithm with an explicit stack. */
function findLargestStrongComponents({ first, to }: TurnAdjacency): number[] {
  const arcCount = first.length - 1
  const index = new Int32Array(arcCount).fill(-1)
  const low = new Int32Array(arcCount)
  const onStack = new Uint8Array(arcCount)
  const cursor = first.slice(0, arcCount)
  const stack = new Uint32Array(arcCount)
  const callStack = new Uint32Array(arcCount)
  let counter = 0
  let stackSize = 0
  let largestComponent: number[] = []
  let bestSize = 0
  for (let root = 0; root < arcCount; root++) {
    if (index[root] >= 0) continue
    let depth = 0
    callStack[depth++] = root
    index[root] = low[root] = counter++
    stack[stackSize++] = root
    onStack[root] = 1
    while (depth > 0) {
      const arc = callStack[depth - 1]
      if (cursor[arc] < first[arc + 1]) {
        const next = to[cursor[arc]++]
        if (index[next] < 0) {
          index[next] = low[next] = counter++
          stack[stackSize++] = next
          onStack[next] = 1
          callStack[depth++] = next
        } else if (onStack[next] === 1) low[arc] = Math.min(low[arc], index[next])
        continue
      }
      depth--
      if (depth > 0) low[callStack[depth - 1]] = Math.min(low[callStack[depth - 1]], low[arc])
      if (low[arc] !== index[arc]) continue
      let size = 0
      for (let member = -1; member !== arc; size++) {
        member = stack[--stackSize]
        onStack[member] = 0
      }
      if (size > bestSize) {
        bestSize = size
        largestComponent = [arc]
      } else if (size === bestSize) largestComponent.push(arc)
    }
  }
  return largestComponent
}
