import type { NativeRoute, NativeStep } from './native-route.ts'

/** Leg between two waypoints of the reply. The leg may pass coordinates that are not waypoints. */
export interface Leg {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** Steps of the leg. Empty if steps were not requested. */
  readonly steps: readonly NativeStep[]
}

/**
 * Converts the legs of a Fairway route, which end at every stop. A leg that ends at a coordinate that is not a waypoint
 * is joined with the next leg.
 */
export function toLegs({ legs, steps = [] }: NativeRoute, isWaypoint: readonly boolean[]): Leg[] {
  const stepsByLeg = legs.map((): NativeStep[] => [])
  for (const step of steps) stepsByLeg[step.leg]?.push(step)
  const joinedLegs: Leg[] = []
  let joinedLeg: Leg | undefined
  for (const [index, leg] of legs.entries()) {
    const current: Leg = {
      distanceMeters: leg.distance_km * 1000,
      durationSeconds: leg.eta_min * 60,
      steps: stepsByLeg[index] ?? [],
    }
    joinedLeg = joinedLeg ? joinLegs(joinedLeg, current) : current
    if (isWaypoint[index + 1] === false) continue
    joinedLegs.push(joinedLeg)
    joinedLeg = undefined
  }
  return joinedLegs
}

function joinLegs(previousLeg: Leg, nextLeg: Leg): Leg {
  return {
    distanceMeters: previousLeg.distanceMeters + nextLeg.distanceMeters,
    durationSeconds: previousLeg.durationSeconds + nextLeg.durationSeconds,
    steps: joinSteps(previousLeg.steps, nextLeg.steps),
  }
}

/**
 * Joins the steps of two legs. Fairway routes continue in the same direction at a stop, so there is no maneuver in
 * between.
 */
function joinSteps(previousSteps: readonly NativeStep[], nextSteps: readonly NativeStep[]): NativeStep[] {
  const last = previousSteps.at(-2)
  const [first] = nextSteps
  if (!last || !first) return [...previousSteps, ...nextSteps]
  const remainingSteps = nextSteps.slice(1)
  if (last.distance_m === 0) return [{ ...first, maneuver: last.maneuver }, ...remainingSteps]
  if (last.name !== first.name || (last.ref ?? '') !== (first.ref ?? '')) {
    const { bearing_after } = first.maneuver
    const maneuver = {
      ...first.maneuver,
      type: 'new name',
      modifier: 'straight',
      bearing_before: previousSteps.at(-1)?.maneuver.bearing_before ?? bearing_after,
    }
    return [...previousSteps.slice(0, -1), { ...first, maneuver }, ...remainingSteps]
  }
  const joinedStep: NativeStep = {
    ...last,
    distance_m: last.distance_m + first.distance_m,
    duration_s: last.duration_s + first.duration_s,
    ...(last.geometry_range &&
      first.geometry_range && { geometry_range: [last.geometry_range[0], first.geometry_range[1]] as const }),
  }
  return [...previousSteps.slice(0, -2), joinedStep, ...remainingSteps]
}

/** Returns the first and last point index of a leg in the route geometry. */
export function toLegRange({ steps }: Leg): readonly [number, number] {
  return [steps[0]?.geometry_range?.[0] ?? 0, steps.at(-1)?.geometry_range?.[1] ?? 0]
}
