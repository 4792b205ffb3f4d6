import { makeDelta, type Piece } from '@fairway/client'
import type { Coordinates } from '@fairway/geo'

export type DeltaOp =
  | { readonly op: 'keep'; readonly from: number; readonly to: number }
  /** Range of points in the new line, with both ends inclusive. */
  | { readonly op: 'insert'; readonly from: number; readonly to: number }

/**
 * Returns which points of the old line to keep and which points to insert. The route leaves the old line between two
 * kept pieces, so the point between them is inserted to anchor its steps.
 */
export function toDeltaOps(oldLine: Coordinates, line: Coordinates): DeltaOp[] {
  const ops: DeltaOp[] = []
  let lineIndex = 0
  for (const piece of makeDelta(oldLine, line)) {
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
