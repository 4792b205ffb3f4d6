import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'
import type { GuidanceIndex } from './guidance-index.ts'
import type { Step } from './step.ts'
import { anticipateLanes } from './steps/anticipate-lanes.ts'
import { collapseMedians } from './steps/collapse-medians.ts'
import { collapseTurns } from './steps/collapse-turns.ts'
import { listStretches } from './steps/list-stretches.ts'
import { dropShortNames, dropSilent } from './steps/quiet-stretches.ts'
import { type GuidanceSource, guidanceSourceOf } from './steps/stretch.ts'
import { tellCircles } from './steps/tell-circles.ts'
import { toStep } from './steps/to-step.ts'
import { trimEnds } from './steps/trim-ends.ts'

/** Builds the steps of each leg. Every leg begins with a departure and ends with an arrival. */
export function buildSteps(network: RoadNetwork, index: GuidanceIndex, legs: readonly RouteLeg[]): Step[][] {
  const source = guidanceSourceOf(network, index)
  return legs.map((leg) => buildLeg(source, leg))
}

/** The order matters: joining turns requires processed roundabouts, and silent stretches are dropped last. */
function buildLeg(source: GuidanceSource, leg: RouteLeg): Step[] {
  const stretches = listStretches(source, leg)
  collapseMedians(source, stretches)
  trimEnds(stretches)
  tellCircles(stretches)
  collapseTurns(source, stretches)
  dropSilent(source, stretches)
  dropShortNames(source, leg, stretches)
  const steps = stretches.map((stretch) => toStep(source, leg, stretch))
  anticipateLanes(stretches, steps)
  return steps
}
