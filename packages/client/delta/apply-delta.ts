import type { Coordinates } from '@fairway/geo'
import { checksumOf } from './checksum.ts'
import { type Geometry, type GeometryFormat, readGeometry, writeGeometry } from './geometry.ts'

/** What a reroute sends instead of the whole line; `from` and `to` are the first and the last point kept. */
export type DeltaOp =
  | { readonly op: 'keep'; readonly from: number; readonly to: number }
  | { readonly op: 'insert'; readonly geometry: Geometry }

export interface Delta {
  readonly ops: readonly DeltaOp[]
}

export interface DeltaReply {
  readonly base_checksum: string
  readonly checksum: string
  readonly delta: Delta
}

/** Any reply of a reroute: only those of the kind `delta` have one. */
export type AnyReply = Omit<DeltaReply, 'delta'> & { readonly delta?: Delta | undefined }

/** The delta does not belong to this line, or one of them was changed on the way. Ask for the whole route instead. */
export class DeltaMismatch extends Error {
  override readonly name = 'DeltaMismatch'
}

/**
 * The new line, in the format of the old one, exactly as the whole reply would have had it. Throws `DeltaMismatch` when
 * the checksums do not agree: a line is right or it is not there. A reply that says `unchanged` leaves the line as it is.
 */
export function applyDelta<Line extends Geometry>(old: Line, format: GeometryFormat, reply: AnyReply): Line {
  const base = readGeometry(old, format)
  if (!base) throw new DeltaMismatch(`the old geometry is no ${format}`)
  if (checksumOf(base) !== reply.base_checksum) {
    throw new DeltaMismatch(
      `the delta belongs to a line with checksum ${reply.base_checksum}, this one has ${checksumOf(base)}`,
    )
  }
  if (!reply.delta) {
    if (reply.checksum === reply.base_checksum) return old
    throw new DeltaMismatch('the reply has no delta; when its kind is full, the new line is in its route')
  }
  const line = join(reply.delta.ops.map((op) => pieceOf(base, op, format)))
  if (checksumOf(line) !== reply.checksum) {
    throw new DeltaMismatch(`the new line should have checksum ${reply.checksum} and has ${checksumOf(line)}`)
  }
  return writeGeometry(line, format) as Line
}

function pieceOf(base: Coordinates, op: DeltaOp, format: GeometryFormat): Coordinates {
  if (op.op === 'insert') {
    const inserted = readGeometry(op.geometry, format)
    if (!inserted) throw new DeltaMismatch(`an inserted geometry is no ${format}`)
    return inserted
  }
  const { from, to } = op
  if (!(from >= 0 && from <= to && to < base.latitude.length)) {
    throw new DeltaMismatch(`points ${from} to ${to} are to be kept of a line of ${base.latitude.length}`)
  }
  return { latitude: base.latitude.slice(from, to + 1), longitude: base.longitude.slice(from, to + 1) }
}

function join(pieces: readonly Coordinates[]): Coordinates {
  const count = pieces.reduce((sum, { latitude }) => sum + latitude.length, 0)
  const line = { latitude: new Int32Array(count), longitude: new Int32Array(count) }
  let at = 0
  for (const { latitude, longitude } of pieces) {
    line.latitude.set(latitude, at)
    line.longitude.set(longitude, at)
    at += latitude.length
  }
  return line
}
