import type { IsochroneReply, IsochroneRequest } from '@fairway/client'
import type { Stop } from '../../entry/stops.ts'
import { type ApiCall, CallError, callApi } from '../../state/calls.ts'
import type { MultiPolygon } from './areas.ts'
import { type IsochroneSettings, listLimits, type Profile } from './settings.ts'

export interface Contour {
  readonly profile: Profile
  readonly limit: number
  readonly area: MultiPolygon
  /** The part of the area that no smaller contour covers. */
  readonly band: MultiPolygon
  readonly areaKm2: number
  /** Length of the roads within reach, in kilometers. Undefined for an intersection. */
  readonly roadKm?: number
}

export interface IsochroneQuestion {
  readonly origins: readonly Stop[]
  readonly settings: IsochroneSettings
}

export interface IsochroneResult extends IsochroneQuestion {
  readonly contours: readonly Contour[]
}

/** Returns whether the areas of all points are intersected, which needs one request per point. */
function needsIntersection({ origins, settings }: IsochroneQuestion): boolean {
  return settings.combine === 'all' && origins.length > 1
}

/** Lists the requests of one travel mode. */
export function listCalls(isochroneQuery: IsochroneQuestion, profile: Profile): readonly ApiCall[] {
  const { origins, settings } = isochroneQuery
  const points = origins.map(({ at: [latitude, longitude] }) => [latitude, longitude] as const)
  const limits = listLimits(settings)
  const toCall = (from: IsochroneRequest['from']): ApiCall => {
    const body: IsochroneRequest = {
      from,
      [settings.unit]: limits,
      ...(profile === 'car' ? {} : { profile }),
      ...(settings.direction === 'to' ? { direction: 'to' } : {}),
    }
    return { method: 'POST', path: '/v1/isochrone', body }
  }
  if (needsIntersection(isochroneQuery)) return points.map(toCall)
  const [first] = points
  return first === undefined ? [] : [toCall(points.length === 1 ? first : points)]
}

/** Sends the requests of all travel modes and combines the replies. */
export async function computeIsochrones(
  isochroneQuery: IsochroneQuestion,
  signal: AbortSignal,
): Promise<IsochroneResult> {
  const [contours] = await Promise.all([
    Promise.all(isochroneQuery.settings.profiles.map((profile) => computeMode(isochroneQuery, profile, signal))),
    loadClipping(),
  ])
  return { ...isochroneQuery, contours: contours.flat() }
}

/** Loads the clipping code with the first result, so that the page opens faster. */
function loadClipping() {
  return import('./areas.ts')
}

async function computeMode(
  isochroneQuery: IsochroneQuestion,
  profile: Profile,
  signal: AbortSignal,
): Promise<readonly Contour[]> {
  const calls = listCalls(isochroneQuery, profile)
  const replies = await Promise.all(
    calls.map((call, index) =>
      callApi<IsochroneReply>(call, signal).catch((error: unknown) => {
        throw needsIntersection(isochroneQuery) ? nameOrigin(error, index) : error
      }),
    ),
  )
  const { intersect, toBands, toSquareKilometers } = await loadClipping()
  const limits = listLimits(isochroneQuery.settings)
  const isIntersection = needsIntersection(isochroneQuery)
  const areas = limits.map((_, index) => intersect(replies.map((reply) => toArea(reply, index))))
  const bands = toBands(areas)
  return limits.map((limit, index) => {
    const properties = replies[0]?.contours[index]?.properties
    const area = areas[index] ?? []
    return {
      profile,
      limit,
      area,
      band: bands[index] ?? [],
      areaKm2: isIntersection ? toSquareKilometers(area) : (properties?.area_km2 ?? 0),
      ...(isIntersection || properties === undefined ? {} : { roadKm: properties.reached_km }),
    }
  })
}

function toArea(reply: IsochroneReply, index: number): MultiPolygon {
  return (reply.contours[index]?.geometry.coordinates ?? []) as MultiPolygon
}

/**
 * Adds the index of the point to an error. Each request has only one point, so the error message calls it `from`
 * without an index.
 */
function nameOrigin(error: unknown, index: number): unknown {
  if (!(error instanceof CallError)) return error
  return new CallError(
    error.status,
    error.message.replace(/^(from|The start)(?= )/, `from[${index}]`),
    error.retryAfterS,
  )
}
