import { type Position, RADIANS } from '@fairway/geo'
import { pointAround, rayTo } from '../around.ts'
import { doubleArea } from '../rings.ts'

/** The maximum distance of an arc's corners outside of it. */
const ARC_TOLERANCE_METERS = 4.5
const WIDEST_STEP_DEGREES = 15
const JOIN_METERS = 150

/** An arc from a bearing over this many degrees (clockwise if positive). The radius changes linearly along it. */
export interface Arc {
  readonly center: Position
  readonly bearing: number
  readonly sweep: number
  readonly startMeters: number
  readonly endMeters: number
  /** If given, the arc begins and ends exactly here, so that it joins its neighbors. */
  readonly ends?: readonly [Position, Position]
}

export type Piece = { readonly corner: Position } | Arc

export function arcBetween(center: Position, from: Position, to: Position, isClockwise: boolean): Arc {
  const [start, end] = [rayTo(center, from), rayTo(center, to)]
  return {
    center,
    bearing: start.bearing,
    sweep: sweepOf(start.bearing, end.bearing, isClockwise),
    startMeters: start.meters,
    endMeters: end.meters,
    ends: [from, to],
  }
}

/** Degrees from one bearing to another; equal bearings are a full turn. */
export function sweepOf(from: number, to: number, isClockwise: boolean): number {
  const turn = (((isClockwise ? to - from : from - to) % 360) + 360) % 360
  const sweep = turn === 0 ? 360 : turn
  return isClockwise ? sweep : -sweep
}

/**
 * The ring of these pieces, which never cuts off a part of the airspace: outward arcs are drawn by tangents, inward
 * arcs by chords.
 */
export function drawRing(given: readonly Piece[]): Position[] {
  const pieces = given.map((piece, index) =>
    'corner' in piece ? piece : joined(piece, given.at(index - 1), given[(index + 1) % given.length]),
  )
  const rough = pieces.flatMap((piece) => ('corner' in piece ? [piece.corner] : drawArc(piece, false)))
  const isClockwise = rough.length >= 3 && doubleArea(rough) < 0
  return pieces.flatMap((piece) =>
    'corner' in piece ? [piece.corner] : drawArc(piece, piece.sweep > 0 === isClockwise),
  )
}

/** Bearings are rounded to degrees and corners to seconds, so an arc that ends near a corner is meant to end there. */
function joined(arc: Arc, before: Piece | undefined, after: Piece | undefined): Arc {
  if (arc.ends) return arc
  const { center, bearing, sweep, startMeters, endMeters } = arc
  const nearest = (piece: Piece | undefined, end: Position): Position =>
    piece && 'corner' in piece && rayTo(end, piece.corner).meters < JOIN_METERS ? piece.corner : end
  return {
    ...arc,
    ends: [
      nearest(before, pointAround(center, { bearing, meters: startMeters })),
      nearest(after, pointAround(center, { bearing: bearing + sweep, meters: endMeters })),
    ],
  }
}

function drawArc({ center, bearing, sweep, startMeters, endMeters, ends }: Arc, isOutward: boolean): Position[] {
  const radius = Math.max(startMeters, endMeters)
  const finest = (2 * Math.acos(radius / (radius + ARC_TOLERANCE_METERS))) / RADIANS
  const steps = Math.ceil(Math.abs(sweep) / Math.min(finest, WIDEST_STEP_DEGREES))
  const at = (share: number, stretch: number) =>
    pointAround(center, {
      bearing: bearing + sweep * share,
      meters: (startMeters + (endMeters - startMeters) * share) * stretch,
    })
  const corners = [ends?.[0] ?? at(0, 1)]
  const stretch = 1 / Math.cos((Math.abs(sweep) / steps / 2) * RADIANS)
  for (let step = 1; step <= steps; step++) {
    if (isOutward) corners.push(at((step - 0.5) / steps, stretch))
    else if (step < steps) corners.push(at(step / steps, 1))
  }
  corners.push(ends?.[1] ?? at(1, 1))
  return corners
}
