import { INFINITE_WEIGHT } from '../sentinels.ts'

/** What a plan takes, all plans on one metric at one departure. */
export interface PlanCost {
  /** INFINITE_WEIGHT when it cannot be driven. */
  readonly weight: number
  readonly durationSeconds: number
}

/** What is different from when the previous route was planned. */
export interface Circumstances {
  /** The route now leads elsewhere, or over other stops: the previous one is no answer any more. */
  readonly destinationChanged?: boolean
  readonly stopsChanged?: boolean
  /** The vehicle has left the previous route, and its rest begins with a way back to it. */
  readonly offRoute?: boolean
  /** Both plans are the same arcs. */
  readonly samePath?: boolean
  /** Instead of a minute or 5 %. */
  readonly minGainSeconds?: number
}

export type RerouteReason =
  /** Nothing is known of the previous route: its line is none on this map. */
  | 'previous-lost'
  | 'destination-changed'
  | 'stops-changed'
  /** The previous route leads over something that is closed now. */
  | 'blocked'
  | 'off-route'
  | 'better'
  /** Nothing better is known. */
  | 'unchanged'
  /** Something better is known, but not by enough to bother the driver. */
  | 'too-little-gain'

export interface Comparison {
  /** Which plan to drive. */
  readonly take: 'previous' | 'best'
  /** Whether the driver has to be told: never when what is left of the previous route is driven as it was. */
  readonly kind: 'keep' | 'change'
  readonly reason: RerouteReason
  /** How much earlier one arrives than by the previous route; never negative, 0 where the two cannot be compared. */
  readonly savedSeconds: number
}

export const LEAST_GAIN_SECONDS = 60
export const LEAST_GAIN_SHARE = 0.05

/** Whether to change to the best plan, or to keep what is left of the previous one: never to something worse. */
export function compareRoutes(
  previous: PlanCost | undefined,
  best: PlanCost,
  circumstances: Circumstances = {},
): Comparison {
  const { destinationChanged, stopsChanged, offRoute, samePath, minGainSeconds } = circumstances
  const change = (reason: RerouteReason, savedSeconds = 0): Comparison => {
    return { take: 'best', kind: 'change', reason, savedSeconds }
  }
  if (destinationChanged) return change('destination-changed')
  if (stopsChanged) return change('stops-changed')
  if (!previous) return change('previous-lost')
  const isOpen = best.weight < INFINITE_WEIGHT
  // Whoever has left the route needs a new line in any case; back on it is one of two ways to go on.
  const keep = (reason: RerouteReason): Comparison => {
    return {
      take: 'previous',
      kind: offRoute ? 'change' : 'keep',
      reason: offRoute ? 'off-route' : reason,
      savedSeconds: 0,
    }
  }
  if (previous.weight >= INFINITE_WEIGHT) return isOpen ? change('blocked') : keep('blocked')
  const saved = previous.durationSeconds - best.durationSeconds
  if (samePath || !isOpen || best.weight >= previous.weight || saved <= 0) return keep('unchanged')
  if (!isWorthIt(saved, previous.durationSeconds, minGainSeconds)) return keep('too-little-gain')
  return change(offRoute ? 'off-route' : 'better', saved)
}

function isWorthIt(savedSeconds: number, durationSeconds: number, minGainSeconds: number | undefined): boolean {
  if (minGainSeconds !== undefined) return savedSeconds >= minGainSeconds
  return savedSeconds >= LEAST_GAIN_SECONDS || savedSeconds >= LEAST_GAIN_SHARE * durationSeconds
}
