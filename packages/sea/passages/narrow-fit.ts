import type { SizeLimits } from './passage.ts'

/** Field of the request for each dimension. */
const fieldNames = {
  beamM: 'beam_m',
  draftM: 'draft_m',
  lengthM: 'length_m',
  airDraftM: 'air_draft_m',
} as const satisfies Record<keyof SizeLimits, string>

/** Minimum ratio of beam to draft. Below this draft in meters, yachts with a deep keel are narrower. */
const MIN_BEAM_PER_DRAFT = 2
const MIN_RATIO_DRAFT_M = 6
/** Maximum ratio of length to beam. Container ships and lake freighters come close to it. */
const MAX_LENGTH_PER_BEAM = 10
/** Typical ratio of length to beam of slender ships. */
const LENGTH_PER_BEAM = 9
/** Typical air draft in meters of a ship without beam, and its increase per meter of beam. */
const BASE_AIR_DRAFT_M = 12
const AIR_DRAFT_PER_BEAM = 1.25

/** Whether a narrow passage accepts a ship whose dimensions are not all known. */
export type NarrowFit =
  | { readonly kind: 'fits' }
  /** Too little is known. `missing` lists the fields of the request that decide. */
  | { readonly kind: 'unknown'; readonly missing: readonly string[] }
  /** The beam is not given, but is too large for the passage, as the draft or the length shows. */
  | { readonly kind: 'too-wide'; readonly allowedM: number; readonly estimatedM: number; readonly from: string }

/**
 * Checks the dimensions of a ship that are not given. Draft and beam must be given. Estimates from other dimensions can
 * only exclude a ship: a ship with a draft of 15 m is at least 30 m wide. Length and air draft are estimated from the
 * beam, so that a small ship need not give them. If this estimate exceeds the limit, they must be given.
 */
export function fitNarrow(limits: SizeLimits, vessel: SizeLimits | undefined = {}): NarrowFit {
  const { beamM, draftM } = vessel
  const missing: (keyof SizeLimits)[] = []
  if (beamM === undefined) {
    const excess = findBeamExcess(limits, vessel)
    if (excess) return excess
    missing.push('beamM')
  }
  if (draftM === undefined) missing.push('draftM')
  if (beamM !== undefined) {
    const isUnknown = (dimension: 'lengthM' | 'airDraftM', estimateM: number) =>
      vessel[dimension] === undefined && estimateM > (limits[dimension] ?? Number.POSITIVE_INFINITY)
    if (isUnknown('lengthM', beamM * LENGTH_PER_BEAM)) missing.push('lengthM')
    if (isUnknown('airDraftM', BASE_AIR_DRAFT_M + beamM * AIR_DRAFT_PER_BEAM)) missing.push('airDraftM')
  }
  if (missing.length === 0) return { kind: 'fits' }
  return { kind: 'unknown', missing: missing.map((dimension) => fieldNames[dimension]) }
}

function findBeamExcess({ beamM: allowedM }: SizeLimits, { draftM = 0, lengthM = 0 }: SizeLimits) {
  const fromDraftM = draftM >= MIN_RATIO_DRAFT_M ? draftM * MIN_BEAM_PER_DRAFT : 0
  const fromLengthM = lengthM / MAX_LENGTH_PER_BEAM
  const estimatedM = Math.max(fromDraftM, fromLengthM)
  if (allowedM === undefined || estimatedM <= allowedM) return undefined
  const roundedM = Math.round(estimatedM * 10) / 10
  return {
    kind: 'too-wide',
    allowedM,
    estimatedM: roundedM,
    from: fromDraftM > fromLengthM ? 'draft' : 'length',
  } as const
}
