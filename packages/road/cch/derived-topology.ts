import { NO_ID } from '../sentinels.ts'
import { groupBy } from './graph/adjacency.ts'
import type { StoredTopology, Topology } from './topology-columns.ts'

/** Adds the derived columns, which are computed on first use. `turnTo` is the road arc that every turn leads into. */
export function completeTopology(storedTopology: StoredTopology, turnTo: Uint32Array): Topology {
  const { vertexCount, upper, downFirst } = storedTopology
  // The first down arc follows the last up arc.
  const upCount = downFirst[0]
  const lower = memoize(() => computeLower(storedTopology))
  const upperDepth = memoize(() => computeUpperDepth(storedTopology))
  const upArcs = memoize(() => groupBy(upper.subarray(0, upCount), vertexCount))
  const downArcs = memoize(() => groupBy(upper.subarray(upCount), vertexCount))
  const downBelow = memoize(() => downArcs().item.map((arc) => arc + upCount))
  const turnOfArc = memoize(() => computeTurnOfArc(storedTopology))
  return {
    ...storedTopology,
    headOfTurn: turnTo,
    get lower() {
      return lower()
    },
    get upperDepth() {
      return upperDepth()
    },
    get upBelowFirst() {
      return upArcs().first
    },
    get upBelow() {
      return upArcs().item
    },
    get downBelowFirst() {
      return downArcs().first
    },
    get downBelow() {
      return downBelow()
    },
    get turnOfArc() {
      return turnOfArc()
    },
  }
}

function memoize<T>(compute: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= compute()
    return value
  }
}

function computeLower({ vertexCount, arcCount, upFirst, downFirst }: StoredTopology): Uint32Array {
  const lower = new Uint32Array(arcCount)
  for (let v = 0; v < vertexCount; v++) {
    lower.fill(v, upFirst[v], upFirst[v + 1])
    lower.fill(v, downFirst[v], downFirst[v + 1])
  }
  return lower
}

function computeUpperDepth({ upper, depth }: StoredTopology): Uint16Array {
  const result = new Uint16Array(upper.length)
  for (let arc = 0; arc < upper.length; arc++) result[arc] = depth[upper[arc]]
  return result
}

function computeTurnOfArc({ arcCount, slotOfTurn }: StoredTopology): Uint32Array {
  const turnOfArc = new Uint32Array(arcCount).fill(NO_ID)
  for (let turn = 0; turn < slotOfTurn.length; turn++) {
    if (slotOfTurn[turn] < arcCount) turnOfArc[slotOfTurn[turn]] = turn
  }
  return turnOfArc
}
