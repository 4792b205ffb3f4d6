import { type Geometry, type GeometryFormat, readGeometry } from '@fairway/client'
import { seededRandom } from '@fairway/geo'

type Point = readonly [latitude: number, longitude: number]

/** Reply, independent of the transport. */
export interface Answer {
  readonly status: number
  readonly text: string
}
export type Ask = (path: '/v1/route' | '/v1/reroute', body: object) => Promise<Answer>

/** Returned route and a reroute request for it. */
export interface RerouteCase {
  readonly change: Change
  readonly format: GeometryFormat
  readonly old: Geometry
  readonly body: object
  /** Name that is printed when a check fails. */
  readonly name: string
}

export const changes = [
  'nothing',
  'moved',
  'beside',
  'closed',
  'closed-ahead',
  'other-destination',
  'stop-added',
  'stop-removed',
  'stops-reordered',
  'by-id',
] as const
export type Change = (typeof changes)[number]
export const lineFormats = ['points', 'polyline', 'polyline6', 'geojson'] as const

/** Bounds of the map of Montevideo. Positions without a road nearby are replaced. */
const box = { south: -34.93, north: -34.815, west: -56.33, east: -55.99 }
const METERS_PER_DEGREE = 111_195
const CLOSED_METERS = 15

function inMontevideo(random: () => number): Point {
  const { south, north, west, east } = box
  return [south + random() * (north - south), west + random() * (east - west)]
}

/**
 * Generates random reroutes on the map of Montevideo, or between positions of another map. The same seed gives the same
 * cases.
 */
export class RerouteCases {
  private readonly ask: Ask
  private readonly random: () => number
  private readonly seed: number
  private readonly place: () => Point
  private count = 0

  constructor(ask: Ask, seed: number, place: (random: () => number) => Point = inMontevideo) {
    this.ask = ask
    this.seed = seed
    this.random = seededRandom(seed)
    this.place = () => place(this.random)
  }

  /** Returns the next case, with the given number of stops or with a random number of stops. */
  async next(
    change: Change = this.pick(changes),
    format: GeometryFormat = this.pick(lineFormats),
    viaCount?: number,
  ): Promise<RerouteCase> {
    for (;;) {
      const name = `seed ${this.seed}, case ${this.count++}: ${change}, ${format}`
      const isById = change === 'by-id'
      const least = change === 'stop-removed' ? 1 : change === 'stops-reordered' ? 2 : 0
      const via = Array.from({ length: least + (viaCount ?? Math.floor(this.random() * 3)) }, () => this.place())
      const trip = { from: this.place(), to: this.place(), via, geometry: format, alternatives: 0, steps: false }
      const { status, text } = await this.ask('/v1/route', trip)
      if (status !== 200) continue
      const { geometry: old, id, legs } = JSON.parse(text) as { geometry: Geometry; id: string; legs: { to: Point }[] }
      const line = toPoints(old, format)
      // These are the snapped stops, because the line does not pass the requested positions.
      const stops = legs.slice(0, -1).map(({ to }) => to)
      const previous = isById ? { route_id: id } : { geometry: old, geometry_format: format, stops }
      const body = { ...previous, ...this.changed(change, line, stops) }
      return { change, format, old, body, name }
    }
  }

  private changed(change: Change, line: readonly Point[], stops: readonly Point[]): object {
    const random = this.random
    const at = (share: number): Point => line[Math.floor(share * (line.length - 1))] ?? [0, 0]
    switch (change) {
      case 'nothing':
        return {}
      case 'moved':
        // The position must be before the first stop.
        return stops.length > 0 ? { position: at(0.1 * random()) } : { position: at(random()) }
      case 'beside':
        return { position: this.near(at(0.3 * random()), 400), ...(random() < 0.3 ? { heading: 360 * random() } : {}) }
      case 'closed':
        return { avoid_areas: [square(at(0.2 + 0.6 * random()), CLOSED_METERS)] }
      case 'closed-ahead':
        return { position: at(0.1 * random()), avoid_areas: [square(at(0.3 + 0.5 * random()), CLOSED_METERS)] }
      case 'other-destination':
        return { to: random() < 0.5 ? this.near(at(1), 500) : this.place() }
      case 'stop-added': {
        const added = random() < 0.5 ? this.near(at(random()), 300) : this.place()
        return { stops: [...stops, added].sort(() => random() - 0.5) }
      }
      case 'stop-removed':
        return random() < 0.5 ? { stops: stops.slice(1) } : { removed_stops: stops.slice(0, 1) }
      case 'stops-reordered':
        return { stops: stops.toReversed() }
      case 'by-id':
        return random() < 0.5 ? {} : { ...this.changed('closed', line, stops), position: at(0.5 * random()) }
    }
  }

  private pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.random() * of.length)] as T
  }

  private near([latitude, longitude]: Point, meters: number): Point {
    const off = () => (2 * (this.random() - 0.5) * meters) / METERS_PER_DEGREE
    return [latitude + off(), longitude + off()]
  }
}

export function toPoints(geometry: Geometry, format: GeometryFormat): Point[] {
  const line = readGeometry(geometry, format)
  if (!line) throw new Error(`no ${format}`)
  return Array.from(line.latitude, (latitude, i) => [latitude / 1e6, (line.longitude[i] ?? 0) / 1e6])
}

function square([latitude, longitude]: Point, meters: number): Point[] {
  const [high, wide] = [meters / METERS_PER_DEGREE, meters / METERS_PER_DEGREE / Math.cos((latitude * Math.PI) / 180)]
  return [
    [latitude - high, longitude - wide],
    [latitude - high, longitude + wide],
    [latitude + high, longitude + wide],
    [latitude + high, longitude - wide],
  ]
}
