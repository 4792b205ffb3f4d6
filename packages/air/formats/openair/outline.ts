import { type Position, RADIANS } from '@fairway/geo'
import { pointAround, rayTo } from '../around.ts'
import { signedDoubleArea } from '../rings.ts'

/** The maximum distance by which the corners of a drawn arc may lie outside the true arc. */
const ARC_TOLERANCE_METERS = 4.5
const MAX_STEP_DEGREES = 15
const MAX_JOIN_METERS = 150

/** An arc from a bearing over this many degrees (clockwise if positive). The radius changes linearly along it. */
export interface Arc {
  readonly center: Position
  readonly bearing: number
  readonly sweep: number
  readonly startMeters: number
  readonly endMeters: number
  /** If given, the arc begins and ends exactly here, so that it joins its neighbors. */
  readonly endpoints?: readonly [Position, Position]
}

export type BoundaryPiece = { readonly corner: Position } | Arc

export function makeArc(center: Position, from: Position, to: Position, isClockwise: boolean): Arc {
  const [start, end] = [rayTo(center, from), rayTo(center, to)]
  return {
    center,
    bearing: start.bearing,
    sweep: sweepBetween(start.bearing, end.bearing, isClockwise),
    startMeters: start.meters,
    endMeters: end.meters,
    endpoints: [from, to],
  }
}

/** Degrees from one bearing to another; equal bearings are a full turn. */
export function sweepBetween(from: number, to: number, isClockwise: boolean): number {
  const turn = (((isClockwise ? to - from : from - to) % 360) + 360) % 360
  const sweep = turn === 0 ? 360 : turn
  return isClockwise ? sweep : -sweep
}

/**
 * The ring formed by these pieces. It never cuts off a part of the airspace: outward arcs are approximated by tangents,
 * inward arcs by chords.
 */
export function toRing(inputPieces: readonly BoundaryPiece[]): Position[] {
  const pieces = inputPieces.map((piece, index) =>
    'corner' in piece
      ? piece
      : joinArc(piece, inputPieces.at(index - 1), inputPieces[(index + 1) % inputPieces.length]),
  )
  const rough = pieces.flatMap((piece) => ('corner' in piece ? [piece.corner] : toArcPoints(piece, false)))
  const isClockwise = rough.length >= 3 && signedDoubleArea(rough) < 0
  return pieces.flatMap((piece) =>
    'corner' in piece ? [piece.corner] : toArcPoints(piece, piece.sweep > 0 === isClockwise),
  )
}

/** Bearings are rounded to degrees and corners to seconds, so an arc that ends near a corner is meant to end there. */
function joinArc(arc: Arc, before: BoundaryPiece | undefined, after: BoundaryPiece | undefined): Arc {
  if (arc.endpoints) return arc
  const { center, bearing, sweep, startMeters, endMeters } = arc
  const nearest = (piece: BoundaryPiece | undefined, end: Position): Position =>
    piece && 'corner' in piece && rayTo(end, piece.corner).meters < MAX_JOIN_METERS ? piece.corner : end
  return {
    ...arc,
    endpoints: [
      nearest(before, pointAround(center, { bearing, meters: startMeters })),
      nearest(after, pointAround(center, { bearing: bearing + sweep, meters: endMeters })),
    ],
  }
}

function toArcPoints(
  { center, bearing, sweep, startMeters, endMeters, endpoints }: Arc,
  isOutward: boolean,
): Position[] {
  const radius = Math.max(startMeters, endMeters)
  const finest = (2 * Math.acos(radius / (radius + ARC_TOLERANCE_METERS))) / RADIANS
  const steps = Math.ceil(Math.abs(sweep) / Math.min(finest, MAX_STEP_DEGREES))
  const pointAt = (share: number, radiusFactor: number) =>
    pointAround(center, {
      bearing: bearing + sweep * share,
      meters: (startMeters + (endMeters - startMeters) * share) * radiusFactor,
    })
  const corners = [endpoints?.[0] ?? pointAt(0, 1)]
  const tangentFactor = 1 / Math.cos((Math.abs(sweep) / steps / 2) * RADIANS)
  for (let step = 1; step <= steps; step++) {
    if (isOutward) corners.push(pointAt((step - 0.5) / steps, tangentFactor))
    else if (step < steps) corners.push(pointAt(step / steps, 1))
  }
  corners.push(endpoints?.[1] ?? pointAt(1, 1))
  return corners
}
