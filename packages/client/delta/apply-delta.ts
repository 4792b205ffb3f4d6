import type { Coordinates } from '@fairway/geo'
import { checksumOf } from './checksum.ts'
import { type Geometry, type GeometryFormat, readGeometry, writeGeometry } from './geometry.ts'

/**
 * Operation of a reroute, sent instead of the whole line. `from` and `to` are the first and last points that are kept.
 */
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

/** Any reroute response. Only responses of kind `delta` contain a delta. */
export type PossibleDeltaReply = Omit<DeltaReply, 'delta'> & { readonly delta?: Delta | undefined }

/**
 * Error for a delta that does not match this line, or for a delta or line that was altered in transit. Request the
 * whole route instead.
 */
export class DeltaMismatch extends Error {
  override readonly name = 'DeltaMismatch'
}

/**
 * Returns the new line in the format of the old line. It is identical to the line of a full response. Throws
 * `DeltaMismatch` if the checksums differ. For a response of kind `unchanged`, returns the same line.
 */
export function applyDelta<Line extends Geometry>(
  oldLine: Line,
  format: GeometryFormat,
  reply: PossibleDeltaReply,
): Line {
  const base = readGeometry(oldLine, format)
  if (!base) throw new DeltaMismatch(`the old geometry is not ${format}`)
  if (checksumOf(base) !== reply.base_checksum) {
    throw new DeltaMismatch(
      `the delta belongs to a line with checksum ${reply.base_checksum}, but this one has ${checksumOf(base)}`,
    )
  }
  if (!reply.delta) {
    if (reply.checksum === reply.base_checksum) return oldLine
    throw new DeltaMismatch('the reply has no delta; when its kind is full, the new line is in its route')
  }
  const line = joinCoordinates(reply.delta.ops.map((op) => resolveOperation(base, op, format)))
  if (checksumOf(line) !== reply.checksum) {
    throw new DeltaMismatch(`the new line should have checksum ${reply.checksum}, but has ${checksumOf(line)}`)
  }
  return writeGeometry(line, format) as Line
}

function resolveOperation(base: Coordinates, op: DeltaOp, format: GeometryFormat): Coordinates {
  if (op.op === 'insert') {
    const insertedLine = readGeometry(op.geometry, format)
    if (!insertedLine) throw new DeltaMismatch(`an inserted geometry is not ${format}`)
    return insertedLine
  }
  const { from, to } = op
  if (!(from >= 0 && from <= to && to < base.latitude.length)) {
    throw new DeltaMismatch(`the delta keeps points ${from} to ${to} of a line of ${base.latitude.length} points`)
  }
  return { latitude: base.latitude.slice(from, to + 1), longitude: base.longitude.slice(from, to + 1) }
}

function joinCoordinates(pieces: readonly Coordinates[]): Coordinates {
  const count = pieces.reduce((sum, { latitude }) => sum + latitude.length, 0)
  const line = { latitude: new Int32Array(count), longitude: new Int32Array(count) }
  let offset = 0
  for (const { latitude, longitude } of pieces) {
    line.latitude.set(latitude, offset)
    line.longitude.set(longitude, offset)
    offset += latitude.length
  }
  return line
}
