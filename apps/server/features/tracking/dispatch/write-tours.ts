import { wrapLongitude } from '@fairway/geo'
import type { ExportedTour, SolutionResult } from '../../road/optimize/solution.ts'
import { escapeXml } from '../formats/track-formats.ts'

type Point = readonly [latitude: number, longitude: number]
type Tours = Pick<SolutionResult, 'stops' | 'routes' | 'attribution'>

const csvHeader =
  'vehicle,position,stop,latitude,longitude,arrives_at,begins_at,leaves_at,waiting_min,slack_min,load'.split(',')

/**
 * Returns CSV with one row per visit. Loads with multiple dimensions are separated by spaces. If tours extend over
 * several days, the last column contains the day.
 */
export function toursToCsv({ stops, routes }: Tours): string {
  const hasDays = routes.some(({ day }) => day !== undefined)
  const header = hasDays ? [...csvHeader, 'day'] : csvHeader
  const rows = listVisits(stops, routes).map(({ vehicle, position, at, visit, day }) => [
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
export function toursToGeoJson({ stops, routes }: Tours) {
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
  const points = listVisits(stops, routes).map(({ vehicle, position, at, visit, day }) => ({
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
export function toursToGpx({ stops, routes, attribution }: Tours, name: string): string {
  const waypoints = listVisits(stops, routes).map(({ vehicle, position, at, visit, day }) => {
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
  const description = attribution === undefined ? '' : `<desc>${escapeXml(attribution)}</desc>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Fairway" xmlns="http://www.topografix.com/GPX/1/1">',
    `<metadata><name>${escapeXml(name)}</name>${description}</metadata>`,
    ...waypoints,
    ...tracks,
    '</gpx>',
    '',
  ].join('\n')
}

function toCoordinateAttributes([latitude, longitude]: Point): string {
  return `lat="${latitude}" lon="${wrapLongitude(longitude)}"`
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
  readonly visit: ExportedTour['visits'][number]
}

function listVisits(stops: Tours['stops'], routes: readonly ExportedTour[]): PlacedVisit[] {
  return routes.flatMap(({ vehicle, day, visits }) =>
    visits.map((visit, position) => {
      const [latitude, longitude] = stops[visit.stop] ?? []
      if (latitude === undefined || longitude === undefined) throw new RangeError(`there is no stop ${visit.stop}`)
      return { vehicle, day, position, at: [latitude, longitude], visit }
    }),
  )
}

/** Reads the line of a tour. Returns undefined if the solution has no lines. Encoded lines are not stored. */
function readLine({ geometry }: ExportedTour): readonly Point[] | undefined {
  if (geometry === undefined || typeof geometry === 'string') return undefined
  if (Array.isArray(geometry)) return geometry as readonly Point[]
  const { coordinates } = geometry as { readonly coordinates: readonly (readonly [number, number])[] }
  return coordinates.map(([longitude, latitude]) => [latitude, longitude])
}
