import type { LightMyRequestResponse } from 'fastify'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'

export type Point = readonly [latitude: number, longitude: number]

/** Positions on the bundled map. */
const places = {
  /** Position in front of the palace, on the main street of the city center. */
  independencia: [-34.9059, -56.1913],
  tresCruces: [-34.8941, -56.1667],
  portones: [-34.8836, -56.0819],
  prado: [-34.8582, -56.2016],
  cerro: [-34.8746, -56.2554],
  pocitos: [-34.9145, -56.1502],
  /** Position on the river, more than a kilometer from any road. */
  river: [-34.93, -56.3],
} as const satisfies Record<string, Point>

export const { independencia, tresCruces, portones, prado, cerro, pocitos, river } = places

export interface Step {
  readonly leg: number
  readonly maneuver: {
    readonly type: string
    readonly modifier?: string
    readonly exit?: number
    readonly at: Point
    readonly bearing_before: number
    readonly bearing_after: number
  }
  readonly instruction: string
  readonly name: string
  readonly mode: string
  readonly distance_m: number
  readonly distance_text?: string
  readonly duration_s: number
  readonly driving_side: string
  readonly geometry_range?: readonly [number, number]
}

export interface PathReply<G = Point[]> {
  readonly distance_km: number
  readonly distance_text?: string
  readonly eta_min: number
  readonly free_flow_min: number
  readonly geometry: G
  readonly bbox: readonly [south: number, west: number, north: number, east: number]
  readonly legs: readonly {
    readonly distance_km: number
    readonly eta_min: number
    readonly free_flow_min: number
    readonly from: Point
    readonly to: Point
  }[]
  readonly steps: readonly Step[]
  readonly incidents: readonly unknown[]
}

interface SnappedPoint {
  readonly at: Point
  readonly distance_m: number
  readonly name: string
}

export interface RouteReply<G = Point[]> extends PathReply<G> {
  readonly id: string
  readonly mode: string
  readonly depart_at: string
  readonly arrive_at: string
  readonly alternatives: readonly (PathReply<G> & {
    readonly stretch: number
    readonly sharing: number
    readonly why: string
  })[]
  readonly snapped: { readonly from: SnappedPoint; readonly via: readonly SnappedPoint[]; readonly to: SnappedPoint }
  readonly source: string
  readonly data: { readonly region: string; readonly dataset: string; readonly attribution: string }
  readonly warnings?: readonly string[]
}

/** Requests a route. A string body is sent unchanged. */
export function postRoute(
  { app }: TestService,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/v1/route',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export async function getRoute<G = Point[]>(service: TestService, body: object): Promise<RouteReply<G>> {
  return expectServed(await postRoute(service, body)).json()
}

/** Returns the distance between two nearby points, in meters. */
export function metersBetween([y0, x0]: Point, [y1, x1]: Point): number {
  const perDegree = 111_195
  const wide = Math.cos((((y0 + y1) / 2) * Math.PI) / 180)
  return Math.hypot((y1 - y0) * perDegree, (x1 - x0) * perDegree * wide)
}

export function getLineLength(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, point, index) => sum + metersBetween(line[index] ?? point, point), 0)
}

/** Returns a rectangle as a ring of points. */
export function toRing(south: number, west: number, north: number, east: number): Point[] {
  return [
    [south, west],
    [south, east],
    [north, east],
    [north, west],
  ]
}
