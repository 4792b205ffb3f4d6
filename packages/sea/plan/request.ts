import type { Position } from '@fairway/geo'
import { findPassage } from '../passages/all-passages.ts'
import type { SizeLimits } from '../passages/passage.ts'
import type { Refusal } from './refusal.ts'

/** Departure time, or latest arrival time. */
export interface VoyageTime {
  readonly kind: 'depart' | 'arrive'
  readonly atMs: number
}

export interface SeaRequest {
  readonly from: Position
  readonly to: Position
  /** Positions or passage IDs to visit, in order. */
  readonly via?: readonly (Position | string)[]
  /** Dimensions of the ship, in meters. A missing dimension is assumed to fit, except in narrow passages. */
  readonly vessel?: SizeLimits
  readonly speedKn?: number
  /** IDs of passages to avoid. */
  readonly avoid?: readonly string[]
  /** Passages to open that are closed by default, such as passages through the ice. */
  readonly allow?: readonly string[]
  /** Departure or arrival time. Without a time, seasonal closures do not apply. */
  readonly time?: VoyageTime
  /** Number of requested alternatives through other passages. */
  readonly alternatives?: number
  /** Maximum distance of an endpoint from water, in nautical miles. */
  readonly inlandLimitNm?: number
}

export const DEFAULT_SPEED_KN = 14
/** Minimum speed, in knots. Voyages of slower ships would last for centuries. */
export const MIN_SPEED_KN = 0.1
/** Default inland limit, equal to 30 km. Port towns may be this far from deep water. */
export const INLAND_LIMIT_NM = 16.2

/** Returns the first invalid part of a request, if any. */
export function checkRequest({
  via = [],
  avoid = [],
  allow = [],
  vessel = {},
  speedKn,
}: SeaRequest): Refusal | undefined {
  const viaPassages = via.filter((stop): stop is string => typeof stop === 'string')
  const namedPassages = [
    ...avoid.map((value) => ({ field: 'avoid' as const, given: value })),
    ...allow.map((value) => ({ field: 'allow' as const, given: value })),
    ...viaPassages.map((value) => ({ field: 'via' as const, given: value })),
  ]
  const unknownPassage = namedPassages.find(({ given: value }) => !findPassage(value))
  if (unknownPassage) return { kind: 'unknown-passage', ...unknownPassage }
  const contradiction = viaPassages.find((passage) => avoid.includes(passage))
  if (contradiction !== undefined) return { kind: 'contradiction', passage: contradiction }
  if (speedKn !== undefined && !(speedKn >= MIN_SPEED_KN)) {
    return { kind: 'bad-measure', field: 'vessel.speed_kn', given: speedKn, least: MIN_SPEED_KN }
  }
  const dimensions = [
    ['vessel.draft_m', vessel.draftM],
    ['vessel.beam_m', vessel.beamM],
    ['vessel.length_m', vessel.lengthM],
    ['vessel.air_draft_m', vessel.airDraftM],
  ] as const
  for (const [field, value] of dimensions) {
    if (value !== undefined && !(value > 0)) return { kind: 'bad-measure', field, given: value }
  }
  return undefined
}
