import type { OptimizeRoute, OptimizeRouteVisit, Point } from '../api-types.ts'
import { wrapLongitude } from './geojson.ts'
import { escapeXml, toCoordinateAttributes } from './gpx.ts'

/** Part of an optimization request that an export needs. */
export interface RequestedStops {
  readonly stops: readonly (readonly number[])[]
}

/** Part of a tour that an export needs. */
export type ExportedTour = Pick<
  OptimizeRoute,
  'vehicle' | 'day' | 'distance_km' | 'duration_min' | 'leaves_at' | 'ends_at' | 'visits' | 'breaks' | 'geometry'
>

interface Tours {
  readonly routes: readonly ExportedTour[]
}

const csvHeader =
  'vehicle,position,stop,latitude,longitude,arrives_at,begins_at,leaves_at,waiting_min,slack_min,load'.split(',')

/**
 * Returns CSV with one row per visit. Loads of several dimensions are separated by spaces. If tours extend over several
 * days, the last column contains the day.
 */
export function toursToCsv(request: RequestedStops, { routes }: Tours): string {
  const hasDays = routes.some(({ day }) => day !== undefined)
  const header = hasDays ? [...csvHeader, 'day'] : csvHeader
  const rows = listVisits(request, routes).map(({ vehicle, position, at, visit, day }) => [
    vehicle,
    position,
    visit.stop,
    ...at,
    visit.arrives_at,
    visit.begins_at,
    visit.leaves_at,
    visit.waiting_min,
    visit.slack_min ?? '',
    visit.load?.join(' ') ?? '',
    ...(hasDays ? [day ?? ''] : []),
  ])
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/**
 * Returns a FeatureCollection (RFC 7946) with a point for every visit. If the request had `geometry`, it also contains
 * a line for every tour.
 */
export function toursToGeoJson(request: RequestedStops, { routes }: Tours) {
  const toPosition = ([latitude, longitude]: Point): [number, number] => [wrapLongitude(longitude), latitude]
  const lines = routes.flatMap((route) => {
    const line = readLine(route)
    if (!line) return []
    const { vehicle, day, distance_km, duration_min, leaves_at, ends_at } = route
    const geometry = { type: 'LineString' as const, coordinates: line.map(toPosition) }
    return [
      {
        type: 'Feature' as const,
        properties: { ...toOwner(vehicle, day), distance_km, duration_min, leaves_at, ends_at },
        geometry,
      },
    ]
  })
  const points = listVisits(request, routes).map(({ vehicle, position, at, visit, day }) => ({
    type: 'Feature' as const,
    properties: { ...toOwner(vehicle, day), position, ...visit },
    geometry: { type: 'Point' as const, coordinates: toPosition(at) },
  }))
  return { type: 'FeatureCollection' as const, features: [...lines, ...points] }
}

/**
 * Returns GPX 1.1 with a waypoint and arrival time for every visit. If the request had `geometry`, it also contains a
 * track for every tour.
 */
export function toursToGpx(
  request: RequestedStops,
  { routes, data }: Tours & { readonly data?: { readonly attribution: string } | undefined },
  { name = 'Tours' }: { readonly name?: string | undefined } = {},
): string {
  const waypoints = listVisits(request, routes).map(({ vehicle, position, at, visit, day }) => {
    const time = new Date(visit.arrives_at).toISOString()
    const title = `${toTitle(vehicle, day)}, visit ${position + 1}: stop ${visit.stop}`
    return `<wpt ${toCoordinateAttributes(at)}><time>${time}</time><name>${title}</name></wpt>`
  })
  const tracks = routes.flatMap((route) => {
    const line = readLine(route)
    if (!line) return []
    const points = line.map((point) => `<trkpt ${toCoordinateAttributes(point)}/>`)
    return [`<trk><name>${toTitle(route.vehicle, route.day)}</name><trkseg>`, ...points, '</trkseg></trk>']
  })
  const attribution = data ? `<desc>${escapeXml(data.attribution)}</desc>` : ''
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Fairway" xmlns="http://www.topografix.com/GPX/1/1">',
    `<metadata><name>${escapeXml(name)}</name>${attribution}</metadata>`,
    ...waypoints,
    ...tracks,
    '</gpx>',
    '',
  ].join('\n')
}

function toOwner(vehicle: number, day: string | undefined) {
  return day === undefined ? { vehicle } : { vehicle, day }
}

function toTitle(vehicle: number, day: string | undefined): string {
  return day === undefined ? `Vehicle ${vehicle}` : `Vehicle ${vehicle} on ${escapeXml(day)}`
}

interface PlacedVisit {
  readonly day: string | undefined
  readonly vehicle: number
  readonly position: number
  readonly at: Point
  readonly visit: OptimizeRouteVisit
}

function listVisits({ stops }: RequestedStops, routes: readonly ExportedTour[]): PlacedVisit[] {
  return routes.flatMap(({ vehicle, day, visits }) =>
    visits.map((visit, position) => {
      const [latitude, longitude] = stops[visit.stop] ?? []
      if (latitude === undefined || longitude === undefined)
        throw new RangeError(`the request has no stop ${visit.stop}; pass the request that belongs to the reply`)
      return { vehicle, day, position, at: [latitude, longitude], visit }
    }),
  )
}

/**
 * Reads the line of a tour. Returns undefined if the reply has no lines. Encoded lines are rejected, because the reply
 * does not contain their precision.
 */
function readLine({ geometry }: ExportedTour): readonly Point[] | undefined {
  if (geometry === undefined) return undefined
  if (typeof geometry === 'string')
    throw new TypeError("the lines are encoded; request them with geometry: 'points' or 'geojson'")
  if (Array.isArray(geometry)) return geometry as readonly Point[]
  const { coordinates } = geometry as { readonly coordinates: readonly (readonly [number, number])[] }
  return coordinates.map(([longitude, latitude]) => [latitude, longitude])
}
