/** Asset kinds and their thresholds. docs/explanation/tracking.md explains each number. */
export type AssetKind = 'vehicle' | 'robot' | 'drone' | 'vessel'

export interface KindLimits {
  /**
   * Maximum distance from the route, in meters. If three times the accuracy is larger, that distance applies instead.
   */
  readonly offRouteM: number
  /** Maximum deviation above or below the planned altitude, in meters. Only drones have a limit. */
  readonly verticalM: number
  /**
   * Number of consecutive fixes beyond the limit after which the asset is off route. The asset is also off route after
   * this many seconds with at least two such fixes.
   */
  readonly offRouteFixCount: number
  readonly offRouteS: number
  /** Maximum distance that an asset may move back along the route, for example to park, and still be on the route. */
  readonly backM: number
  readonly arriveM: number
  /** Time at the end, in seconds, that counts as arrival. A speed below `slowMs` also counts as arrival. */
  readonly arriveDwellS: number
  readonly slowMs: number
  /** Maximum time without fixes before the asset is stale, in seconds. */
  readonly staleS: number
  /** Maximum speed of this kind, in m/s. Any faster movement is a jump. */
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
/** Robots differ widely in speed, so almost any pace is plausible. */
const FREE_PACE_RANGE = [0.1, 10] as const

export const kindLimits: Readonly<Record<AssetKind, KindLimits>> = {
  vehicle: {
    offRouteM: 30,
    verticalM: Number.POSITIVE_INFINITY,
    offRouteFixCount: 3,
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
    offRouteFixCount: 3,
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
    offRouteFixCount: 3,
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
    offRouteFixCount: 3,
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
