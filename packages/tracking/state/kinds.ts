/** Asset kinds and their thresholds. For the reasons behind each number, see docs/explanation/tracking.md. */
export type AssetKind = 'vehicle' | 'robot' | 'drone' | 'vessel'

export interface KindLimits {
  /** Maximum distance from the route. Three times the accuracy applies if that is more. */
  readonly offRouteM: number
  /** Maximum deviation above or below the planned altitude. Only drones have one. */
  readonly verticalM: number
  /**
   * Number of consecutive fixes beyond the limit, or seconds with at least two such fixes, after which the asset is off
   * route.
   */
  readonly offRouteFixes: number
  readonly offRouteS: number
  /** How far an asset may move back along the route (to park, to let others pass) and still be on it. */
  readonly backM: number
  readonly arriveM: number
  /** Time at the end, or speed below `slowMs`, that counts as arrival. */
  readonly arriveDwellS: number
  readonly slowMs: number
  /** Without fixes for longer than this, the asset is stale. */
  readonly staleS: number
  /** Maximum speed of this kind. Anything faster is a jump. */
  readonly topSpeedMs: number
  /** Default accuracy for fixes without one: the radius that contains two out of three fixes. */
  readonly accuracyM: number
  /** Assumed speed for routes without times. */
  readonly cruiseMs: number
  /** Plausible range of the ratio of actual to planned seconds. */
  readonly paceRange: readonly [fastest: number, slowest: number]
}

/** Vehicles in traffic stay close to the planned pace. Larger differences are stops or errors. */
const TRAFFIC_PACE_RANGE = [0.7, 1.5] as const
/** A robot may be built for walking pace or for the road, so only its actual pace matters. */
const FREE_PACE_RANGE = [0.1, 10] as const

export const kindLimits: Readonly<Record<AssetKind, KindLimits>> = {
  vehicle: {
    offRouteM: 30,
    verticalM: Number.POSITIVE_INFINITY,
    offRouteFixes: 3,
    offRouteS: 10,
    backM: 30,
    arriveM: 40,
    arriveDwellS: 20,
    slowMs: 1.5,
    staleS: 120,
    topSpeedMs: 70,
    accuracyM: 10,
    cruiseMs: 12,
    paceRange: TRAFFIC_PACE_RANGE,
  },
  robot: {
    offRouteM: 8,
    verticalM: Number.POSITIVE_INFINITY,
    offRouteFixes: 3,
    offRouteS: 10,
    backM: 8,
    arriveM: 6,
    arriveDwellS: 10,
    slowMs: 0.3,
    staleS: 60,
    topSpeedMs: 40,
    accuracyM: 3,
    cruiseMs: 1.5,
    paceRange: FREE_PACE_RANGE,
  },
  drone: {
    offRouteM: 20,
    verticalM: 15,
    offRouteFixes: 3,
    offRouteS: 10,
    backM: 20,
    arriveM: 15,
    arriveDwellS: 10,
    slowMs: 1,
    staleS: 15,
    topSpeedMs: 60,
    accuracyM: 5,
    cruiseMs: 15,
    paceRange: TRAFFIC_PACE_RANGE,
  },
  vessel: {
    offRouteM: 926,
    verticalM: Number.POSITIVE_INFINITY,
    offRouteFixes: 3,
    offRouteS: 60,
    backM: 500,
    arriveM: 1000,
    arriveDwellS: 600,
    slowMs: 0.8,
    staleS: 900,
    topSpeedMs: 40,
    accuracyM: 15,
    cruiseMs: 7.2,
    paceRange: TRAFFIC_PACE_RANGE,
  },
}
