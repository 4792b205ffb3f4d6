/** What moves, and by which numbers it is judged. Why each number is what it is: docs/explanation/tracking.md. */
export type Kind = 'vehicle' | 'robot' | 'drone' | 'vessel'

export interface KindLimits {
  /** Farther from the plan than this (and than three times the accuracy) is beyond it. */
  readonly offRouteM: number
  /** Above or below the planned altitude; only drones have one. */
  readonly verticalM: number
  /** So many fixes in a row beyond, or so many seconds with at least two, make it off route. */
  readonly offRouteFixes: number
  readonly offRouteS: number
  /** How far one may go back along the plan (to park, to let somebody pass) and still be on it. */
  readonly backM: number
  readonly arriveM: number
  /** At the end for so long, or slower than `slowMs`, is arrived. */
  readonly arriveDwellS: number
  readonly slowMs: number
  /** Silent for longer is stale. */
  readonly staleS: number
  /** Nothing of the kind is faster: what seems to be is a jump. */
  readonly topSpeedMs: number
  /** For fixes that do not tell: radius in which two of three lie. */
  readonly accuracyM: number
  /** For plans without times. */
  readonly cruiseMs: number
  /** Seconds taken over seconds planned are believed between these two. */
  readonly paces: readonly [fastest: number, slowest: number]
}

/** Who drives among others keeps to about what was planned: what differs more is a stop, or an error. */
const AMONG_OTHERS = [0.7, 1.5] as const
/** A robot may be made for walking pace or for the road, and nobody but itself knows: what it does counts. */
const ITS_OWN = [0.1, 10] as const

export const kindLimits: Readonly<Record<Kind, KindLimits>> = {
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
    paces: AMONG_OTHERS,
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
    paces: ITS_OWN,
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
    paces: AMONG_OTHERS,
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
    paces: AMONG_OTHERS,
  },
}
