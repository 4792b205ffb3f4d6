import { findPassage } from '../passages/all-passages.ts'
import type { Refusal } from './refusal.ts'
import { MIN_SPEED_KN, type SeaRequest } from './request.ts'

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
