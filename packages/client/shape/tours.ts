import type { OptimizeReply, OptimizeRoute, OptimizeRouteVisit, Point } from '../api-types.ts'
import { wrapLongitude } from './geojson.ts'
import { escapeXml, toCoordinateAttributes } from './gpx.ts'

/** Part of an optimization request that an export needs. */
export interface RequestedStops {
  readonly stops: readonly (readonly number[])[]
}

type Tours = Pick<OptimizeReply, 'routes'>

const csvHeader =
  'vehicle,position,stop,latitude,longitude,arrives_at,begins_at,leaves_at,waiting_min,slack_min,load'.split(',')

/** Returns CSV with one row per visit. Loads of several dimensions are separated by spaces. */
export function toursToCsv(request: RequestedStops, { routes }: Tours): string {
  const rows = listVisits(request, routes).map(({ vehicle, position, at, visit }) => [
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
  ])
  return [csvHeader, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
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
    const { vehicle, distance_km, duration_min, leaves_at, ends_at } = route
    const geometry = { type: 'LineString' as const, coordinates: line.map(toPosition) }
    return [
      { type: 'Feature' as const, properties: { vehicle, distance_km, duration_min, leaves_at, ends_at }, geometry },
    ]
  })
  const points = listVisits(request, routes).map(({ vehicle, position, at, visit }) => ({
    type: 'Feature' as const,
    properties: { vehicle, position, ...visit },
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
  { routes, data }: Tours & Pick<OptimizeReply, 'data'>,
  { name = 'Tours' }: { readonly name?: string | undefined } = {},
): string {
  const waypoints = listVisits(request, routes).map(({ vehicle, position, at, visit }) => {
    const time = new Date(visit.arrives_at).toISOString()
    const title = `Vehicle ${vehicle}, visit ${position + 1}: stop ${visit.stop}`
    return `<wpt ${toCoordinateAttributes(at)}><time>${time}</time><name>${title}</name></wpt>`
  })
  const tracks = routes.flatMap((route) => {
    const line = readLine(route)
    if (!line) return []
    const points = line.map((point) => `<trkpt ${toCoordinateAttributes(point)}/>`)
    return [`<trk><name>Vehicle ${route.vehicle}</name><trkseg>`, ...points, '</trkseg></trk>']
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

interface PlacedVisit {
  readonly vehicle: number
  readonly position: number
  readonly at: Point
  readonly visit: OptimizeRouteVisit
}

function listVisits({ stops }: RequestedStops, routes: readonly OptimizeRoute[]): PlacedVisit[] {
  return routes.flatMap(({ vehicle, visits }) =>
    visits.map((visit, position) => {
      const [latitude, longitude] = stops[visit.stop] ?? []
      if (latitude === undefined || longitude === undefined)
        throw new RangeError(`the request has no stop ${visit.stop}; pass the request that belongs to the reply`)
      return { vehicle, position, at: [latitude, longitude], visit }
    }),
  )
}

/**
 * Reads the line of a tour. Returns undefined if the reply has no lines. Encoded lines are rejected, because the reply
 * does not contain their precision.
 */
function readLine({ geometry }: OptimizeRoute): readonly Point[] | undefined {
  if (geometry === undefined) return undefined
  if (typeof geometry === 'string')
    throw new TypeError("the lines are encoded; request them with geometry: 'points' or 'geojson'")
  if (Array.isArray(geometry)) return geometry as readonly Point[]
  const { coordinates } = geometry as { readonly coordinates: readonly (readonly [number, number])[] }
  return coordinates.map(([longitude, latitude]) => [latitude, longitude])
}
