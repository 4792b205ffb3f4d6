import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'
import type { GuidanceIndex } from './guidance-index.ts'
import type { Step } from './step.ts'
import { anticipateLanes } from './steps/anticipate-lanes.ts'
import { collapseMedians } from './steps/collapse-medians.ts'
import { collapseRoundabouts } from './steps/collapse-roundabouts.ts'
import { collapseTurns } from './steps/collapse-turns.ts'
import { type GuidanceSource, getGuidanceSource } from './steps/draft-step.ts'
import { listDraftSteps } from './steps/list-drafts.ts'
import { keepSameNames } from './steps/same-names.ts'
import { dropShortNames, dropSilentSteps } from './steps/silent-drafts.ts'
import { toStep } from './steps/to-step.ts'
import { trimStepsAtStops } from './steps/trim-ends.ts'

/** Builds the steps of each leg. Every leg begins with a departure and ends with an arrival. */
export function buildSteps(network: RoadNetwork, index: GuidanceIndex, legs: readonly RouteLeg[]): Step[][] {
  const source = getGuidanceSource(network, index)
  return legs.map((leg) => buildLegSteps(source, leg))
}

/**
 * Builds the steps of one leg. The order matters: joining turns requires processed roundabouts, and silent stretches
 * must be dropped last.
 */
function buildLegSteps(source: GuidanceSource, leg: RouteLeg): Step[] {
  const drafts = listDraftSteps(source, leg)
  collapseMedians(source, drafts)
  trimStepsAtStops(drafts)
  collapseRoundabouts(drafts)
  collapseTurns(source, drafts)
  dropSilentSteps(source, drafts)
  dropShortNames(source, leg, drafts)
  keepSameNames(source, leg, drafts)
  const steps = drafts.map((draft) => toStep(source, leg, draft))
  anticipateLanes(drafts, steps)
  return steps
}
