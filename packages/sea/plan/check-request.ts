import { findPassage } from '../passages/all-passages.ts'
import type { Refusal } from './refusal.ts'
import { MIN_SPEED_KN, type SeaRequest } from './request.ts'

/** The first invalid part of a request, if any. */
export function checkRequest({
  via = [],
  avoid = [],
  allow = [],
  vessel = {},
  speedKn,
}: SeaRequest): Refusal | undefined {
  const viaPassages = via.filter((stop): stop is string => typeof stop === 'string')
  const named = [
    ...avoid.map((given) => ({ field: 'avoid' as const, given })),
    ...allow.map((given) => ({ field: 'allow' as const, given })),
    ...viaPassages.map((given) => ({ field: 'via' as const, given })),
  ]
  const unknown = named.find(({ given }) => !findPassage(given))
  if (unknown) return { kind: 'unknown-passage', ...unknown }
  const contradiction = viaPassages.find((passage) => avoid.includes(passage))
  if (contradiction !== undefined) return { kind: 'contradiction', passage: contradiction }
  if (speedKn !== undefined && !(speedKn >= MIN_SPEED_KN)) {
    return { kind: 'bad-measure', field: 'vessel.speed_kn', given: speedKn, least: MIN_SPEED_KN }
  }
  const measured = [
    ['vessel.draft_m', vessel.draftM],
    ['vessel.beam_m', vessel.beamM],
    ['vessel.length_m', vessel.lengthM],
    ['vessel.air_draft_m', vessel.airDraftM],
  ] as const
  for (const [field, given] of measured) {
    if (given !== undefined && !(given > 0)) return { kind: 'bad-measure', field, given }
  }
  return undefined
}
