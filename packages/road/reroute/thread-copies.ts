import type { ArcCopies } from '../network/copies.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'

/** One option for an arc of the path, which is the arc itself or a copy of it. */
interface Variant {
  readonly arc: number
  readonly turn: number
  readonly before: Variant | undefined
}

/**
 * Converts matched arcs, which never include copies, into a path. Copies are chosen so that every arc has a turn into
 * the next. `turns[i]` is NO_ID where the map forbids the turn or `isSpotTurn` returns true.
 */
export function chooseArcCopies(
  network: RoadNetwork,
  copies: ArcCopies,
  originals: readonly number[],
  isSpotTurn: (index: number) => boolean,
): { arcs: Uint32Array; turns: Uint32Array } {
  let currentVariants: Variant[] = [{ arc: originals[0], turn: NO_ID, before: undefined }]
  for (let i = 1; i < originals.length; i++) {
    const variants = [originals[i], ...(copies.get(originals[i]) ?? [])]
    const nextVariants: Variant[] = []
    for (const previousVariant of isSpotTurn(i - 1) ? [] : currentVariants) {
      for (const arc of variants) {
        const turn = findTurn(network, previousVariant.arc, arc)
        if (turn !== NO_ID && !nextVariants.some((variant) => variant.arc === arc))
          nextVariants.push({ arc, turn, before: previousVariant })
      }
    }
    currentVariants =
      nextVariants.length > 0 ? nextVariants : [{ arc: originals[i], turn: NO_ID, before: currentVariants[0] }]
  }
  return tracePath(currentVariants[0], originals.length)
}

function tracePath(last: Variant, count: number): { arcs: Uint32Array; turns: Uint32Array } {
  const arcs = new Uint32Array(count)
  const turns = new Uint32Array(count - 1)
  let variant: Variant | undefined = last
  for (let i = count - 1; i >= 0 && variant; i--, variant = variant.before) {
    arcs[i] = variant.arc
    if (i > 0) turns[i - 1] = variant.turn
  }
  return { arcs, turns }
}

/** Returns the turn from one arc into another, or NO_ID. */
export function findTurn({ turns }: RoadNetwork, from: number, to: number): number {
  for (let turn = turns.first[from]; turn < turns.first[from + 1]; turn++) if (turns.to[turn] === to) return turn
  return NO_ID
}
