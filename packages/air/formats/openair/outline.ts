import { type Position, RADIANS_PER_DEGREE } from '@fairway/geo'
import { computeDestination, computeRay } from '../around.ts'
import { signedDoubleArea } from '../rings.ts'

/** Maximum distance by which the corners of a drawn arc may lie outside the true arc. */
const ARC_TOLERANCE_METERS = 4.5
const MAX_STEP_DEGREES = 15
const MAX_JOIN_METERS = 150

/**
 * An arc that starts at a bearing and spans this many degrees, clockwise if positive. The radius changes linearly along
 * the arc.
 */
export interface Arc {
  readonly center: Position
  readonly bearing: number
  readonly sweep: number
  readonly startMeters: number
  readonly endMeters: number
  /** Exact endpoints at which the arc joins its neighbors, if known. */
  readonly endpoints?: readonly [Position, Position]
}

export type BoundaryPiece = { readonly corner: Position } | Arc

export function makeArc(center: Position, from: Position, to: Position, isClockwise: boolean): Arc {
  const [start, end] = [computeRay(center, from), computeRay(center, to)]
  return {
    center,
    bearing: start.bearing,
    sweep: sweepBetween(start.bearing, end.bearing, isClockwise),
    startMeters: start.meters,
    endMeters: end.meters,
    endpoints: [from, to],
  }
}

/** Returns the degrees from one bearing to another. Equal bearings are a full turn. */
export function sweepBetween(from: number, to: number, isClockwise: boolean): number {
  const turnDegrees = (((isClockwise ? to - from : from - to) % 360) + 360) % 360
  const sweep = turnDegrees === 0 ? 360 : turnDegrees
  return isClockwise ? sweep : -sweep
}

/**
 * Returns the ring formed by these pieces. The ring never cuts off a part of the airspace. Outward arcs are
 * approximated by tangents, and inward arcs by chords.
 */
export function toRing(inputPieces: readonly BoundaryPiece[]): Position[] {
  const pieces = inputPieces.map((piece, index) =>
    'corner' in piece
      ? piece
      : joinArc(piece, inputPieces.at(index - 1), inputPieces[(index + 1) % inputPieces.length]),
  )
  const roughRing = pieces.flatMap((piece) => ('corner' in piece ? [piece.corner] : toArcPoints(piece, false)))
  const isClockwise = roughRing.length >= 3 && signedDoubleArea(roughRing) < 0
  return pieces.flatMap((piece) =>
    'corner' in piece ? [piece.corner] : toArcPoints(piece, piece.sweep > 0 === isClockwise),
  )
}

/**
 * Joins an arc to its neighbors. Bearings are rounded to degrees and corners to seconds, so an arc that ends near a
 * corner should end at the corner.
 */
function joinArc(arc: Arc, previousPiece: BoundaryPiece | undefined, nextPiece: BoundaryPiece | undefined): Arc {
  if (arc.endpoints) return arc
  const { center, bearing, sweep, startMeters, endMeters } = arc
  const snapToCorner = (piece: BoundaryPiece | undefined, end: Position): Position =>
    piece && 'corner' in piece && computeRay(end, piece.corner).meters < MAX_JOIN_METERS ? piece.corner : end
  return {
    ...arc,
    endpoints: [
      snapToCorner(previousPiece, computeDestination(center, { bearing, meters: startMeters })),
      snapToCorner(nextPiece, computeDestination(center, { bearing: bearing + sweep, meters: endMeters })),
    ],
  }
}

function toArcPoints(
  { center, bearing, sweep, startMeters, endMeters, endpoints }: Arc,
  isOutward: boolean,
): Position[] {
  const radius = Math.max(startMeters, endMeters)
  const toleranceStepDegrees = (2 * Math.acos(radius / (radius + ARC_TOLERANCE_METERS))) / RADIANS_PER_DEGREE
  const stepCount = Math.ceil(Math.abs(sweep) / Math.min(toleranceStepDegrees, MAX_STEP_DEGREES))
  const pointAt = (fraction: number, radiusFactor: number) =>
    computeDestination(center, {
      bearing: bearing + sweep * fraction,
      meters: (startMeters + (endMeters - startMeters) * fraction) * radiusFactor,
    })
  const corners = [endpoints?.[0] ?? pointAt(0, 1)]
  const tangentFactor = 1 / Math.cos((Math.abs(sweep) / stepCount / 2) * RADIANS_PER_DEGREE)
  for (let step = 1; step <= stepCount; step++) {
    if (isOutward) corners.push(pointAt((step - 0.5) / stepCount, tangentFactor))
    else if (step < stepCount) corners.push(pointAt(step / stepCount, 1))
  }
  corners.push(endpoints?.[1] ?? pointAt(1, 1))
  return corners
}
