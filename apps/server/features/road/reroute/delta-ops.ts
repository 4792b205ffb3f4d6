import { makeDelta, type Piece } from '@fairway/client'
import type { Coordinates } from '@fairway/geo'

export type DeltaOp =
  | { readonly op: 'keep'; readonly from: number; readonly to: number }
  /** Point range of the new line, both ends inclusive. */
  | { readonly op: 'insert'; readonly from: number; readonly to: number }

/**
 * Which points of the old line to keep and which to insert. Where two kept pieces meet, the route still leaves the old
 * line, so the meeting point is inserted to anchor the steps there.
 */
export function toDeltaOps(old: Coordinates, line: Coordinates): DeltaOp[] {
  const ops: DeltaOp[] = []
  let lineIndex = 0
  for (const piece of makeDelta(old, line)) {
    const previousOp = ops.at(-1)
    if (piece.op === 'keep' && previousOp?.op === 'keep') {
      ops[ops.length - 1] = { ...previousOp, to: previousOp.to - 1 }
      ops.push({ op: 'insert', from: lineIndex - 1, to: lineIndex - 1 })
    }
    ops.push(piece)
    lineIndex += getLength(piece)
  }
  return ops
}

function getLength({ from, to }: Piece): number {
  return to - from + 1
}
