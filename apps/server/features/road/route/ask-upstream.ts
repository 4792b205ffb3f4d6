import { defaultProfile, type TravelProfile } from '@fairway/road'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { UpstreamAnswer, UpstreamProvider } from '../upstream/provider.ts'
import type { RoutingFailure } from './api/failures.ts'
import type { RouteQuery } from './api/request.ts'

export interface UpstreamRouteAnswer {
  readonly source: 'upstream'
  readonly provider: string
  readonly answer: UpstreamAnswer
}

/** Requests a route from the upstream provider in areas without a local map. */
export async function requestUpstream(
  upstream: UpstreamProvider,
  query: RouteQuery,
): Promise<Result<UpstreamRouteAnswer, RoutingFailure>> {
  const { profile, avoidAreas, stops, alternatives, steps } = query
  // The provider would silently ignore these options, so the request is rejected.
  const unsupportedFields = [
    ...(isCar(profile) ? [] : ['profile']),
    ...(isCar(profile) && profile.vehicle !== defaultProfile.vehicle ? ['vehicle'] : []),
    ...(isCar(profile) && profile.model ? ['model'] : []),
    ...(query.electric === undefined ? [] : ['vehicle.electric']),
    ...(avoidAreas.length === 0 ? [] : ['avoid_areas']),
  ]
  if (unsupportedFields.length > 0) return fail({ kind: 'not-upstream', fields: unsupportedFields })
  const result = await upstream.route({ stops, alternatives, steps, avoid: profile.avoid })
  if (!result.ok) return result
  if (!isPlausible(result.value)) {
    return fail({ kind: 'upstream-unavailable', why: 'its reply is implausible', retryAfterSeconds: 10 })
  }
  return ok({ source: 'upstream', provider: upstream.name, answer: result.value })
}

/** Returns whether the profile is a plain car, the only mode of the provider. */
function isCar({ network = 'car', name }: TravelProfile): boolean {
  return network === 'car' && name === undefined
}

/**
 * Limits of a plausible trip: a year, and three times around the earth. A longer trip may have no valid arrival date.
 */
const MAX_SECONDS = 366 * 86_400
const MAX_METERS = 120_000_000

function isPlausible({ routes }: UpstreamAnswer): boolean {
  return routes.every((route) => {
    const sections = [route, ...route.legs, ...route.legs.flatMap(({ steps }) => steps)]
    return sections.every((section) => section.durationSeconds <= MAX_SECONDS && section.distanceMeters <= MAX_METERS)
  })
}
