import { INFINITE_WEIGHT } from '../sentinels.ts'

/** Cost of a route. All compared routes use the same metric and departure. */
export interface RouteCost {
  /** Weight of the route, or INFINITE_WEIGHT if the route is closed. */
  readonly weight: number
  readonly durationSeconds: number
}

/** Changes since the previous route was planned. */
export interface RerouteCircumstances {
  /** True if the destination or the stops have changed, so that the previous route no longer applies. */
  readonly destinationChanged?: boolean
  readonly stopsChanged?: boolean
  /** True if the vehicle has left the previous route. The remaining route then begins with a path back to it. */
  readonly offRoute?: boolean
  /** True if both routes consist of the same arcs. */
  readonly samePath?: boolean
  /** Minimum gain that overrides the default of one minute or 5 %. */
  readonly minGainSeconds?: number
}

export type RerouteReason =
  /** The previous route is unknown because its line does not match this map. */
  | 'previous-lost'
  | 'destination-changed'
  | 'stops-changed'
  /** The previous route includes a road that is now closed. */
  | 'blocked'
  | 'off-route'
  | 'better'
  /** No better route exists. */
  | 'unchanged'
  /** A better route exists, but the gain is too small to notify the driver. */
  | 'too-little-gain'

export interface RouteComparison {
  /** The route to follow. */
  readonly take: 'previous' | 'best'
  /** Whether to notify the driver. The value is never 'change' if the remaining previous route continues unchanged. */
  readonly kind: 'keep' | 'change'
  readonly reason: RerouteReason
  /**
   * Time saved compared with the previous route. The value is never negative, and it is 0 if the two routes cannot be
   * compared.
   */
  readonly savedSeconds: number
}

const MIN_GAIN_SECONDS = 60
const MIN_GAIN_SHARE = 0.05

/**
 * Decides whether to switch to the best route or to keep the remaining previous route. The function never switches to a
 * worse route.
 */
export function compareRoutes(
  previous: RouteCost | undefined,
  bestCost: RouteCost,
  circumstances: RerouteCircumstances = {},
): RouteComparison {
  const { destinationChanged, stopsChanged, offRoute, samePath, minGainSeconds } = circumstances
  const chooseBest = (reason: RerouteReason, savedSeconds = 0): RouteComparison => {
    return { take: 'best', kind: 'change', reason, savedSeconds }
  }
  if (destinationChanged) return chooseBest('destination-changed')
  if (stopsChanged) return chooseBest('stops-changed')
  if (!previous) return chooseBest('previous-lost')
  const isOpen = bestCost.weight < INFINITE_WEIGHT
  // A vehicle that has left the route needs a new line in either case. Returning to the old route is one of two
  // options.
  const choosePrevious = (reason: RerouteReason): RouteComparison => {
    return {
      take: 'previous',
      kind: offRoute ? 'change' : 'keep',
      reason: offRoute ? 'off-route' : reason,
      savedSeconds: 0,
    }
  }
  if (previous.weight >= INFINITE_WEIGHT) return isOpen ? chooseBest('blocked') : choosePrevious('blocked')
  const timeGainSeconds = previous.durationSeconds - bestCost.durationSeconds
  if (samePath || !isOpen || bestCost.weight >= previous.weight || timeGainSeconds <= 0)
    return choosePrevious('unchanged')
  if (!isGainSufficient(timeGainSeconds, previous.durationSeconds, minGainSeconds))
    return choosePrevious('too-little-gain')
  return chooseBest(offRoute ? 'off-route' : 'better', timeGainSeconds)
}

function isGainSufficient(savedSeconds: number, durationSeconds: number, minGainSeconds: number | undefined): boolean {
  if (minGainSeconds !== undefined) return savedSeconds >= minGainSeconds
  return savedSeconds >= MIN_GAIN_SECONDS || savedSeconds >= MIN_GAIN_SHARE * durationSeconds
}
