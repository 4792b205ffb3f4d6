import { KILOMETERS_PER_NAUTICAL_MILE } from '@fairway/geo'
import { limitGates, passesBridge, type SeaRequest, type SeaRoutePlan } from '@fairway/sea'

/** Maximum distance in kilometers by which a point is moved to water without a warning. */
const MAX_SILENT_MOVE_KM = 5

/** Lists warnings for the points of a voyage that are far from navigable water. */
export function describeMovedEnds({ routes: [route] }: SeaRoutePlan, fields: readonly string[]): string[] {
  return (route?.ends ?? []).flatMap(({ snapDistanceNm }, index) => {
    const kilometers = snapDistanceNm * KILOMETERS_PER_NAUTICAL_MILE
    if (kilometers <= MAX_SILENT_MOVE_KM) return []
    return [`${fields[index]} was moved ${kilometers.toFixed(1)} km to the nearest navigable water`]
  })
}

/**
 * Describes what was not checked. The sea map has no depths, so only channels and bridges with a published limit are
 * checked, and only if the vessel's dimension is given.
 */
export function describeUnchecked({ routes }: SeaRoutePlan, vessel: SeaRequest['vessel'] = {}): string[] {
  const notes = [describeDepths(vessel.draftM)]
  if (vessel.airDraftM === undefined && routes.some(passesBridge)) {
    notes.push('bridge clearances were not checked because vessel.air_draft_m is not given')
  }
  return notes
}

function describeDepths(draftM: number | undefined): string {
  if (draftM === undefined) return 'depths were not checked because vessel.draft_m is not given'
  const count = limitGates.filter(({ limits }) => limits.draftM !== undefined).length
  return `depths were checked only in passages and in ${count} channels with a known limit; for other waters, compare the route with charts for a draft of ${draftM} m`
}
