import { makeDelta, type Piece } from '@fairway/client'
import type { Coordinates } from '@fairway/geo'

export type DeltaOp =
  | { readonly op: 'keep'; readonly from: number; readonly to: number }
  /** Points of the new line, both included. */
  | { readonly op: 'insert'; readonly from: number; readonly to: number }

/**
 * What to keep of the old line and what to put in. Where two kept pieces would meet, one turns off the old line all the
 * same: the point where they meet is put in, so that there is a place for the steps to be told there.
 */
export function deltaOps(old: Coordinates, line: Coordinates): DeltaOp[] {
  const ops: DeltaOp[] = []
  let at = 0
  for (const piece of makeDelta(old, line)) {
    const before = ops.at(-1)
    if (piece.op === 'keep' && before?.op === 'keep') {
      ops[ops.length - 1] = { ...before, to: before.to - 1 }
      ops.push({ op: 'insert', from: at - 1, to: at - 1 })
    }
    ops.push(piece)
    at += lengthOf(piece)
  }
  return ops
}

function lengthOf({ from, to }: Piece): number {
  return to - from + 1
}
