import { isAirFileProblem, readAirFile } from '@fairway/air'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import {
  hasAerodromes,
  loadOrBuildAerodromes,
  readAerodromes,
} from '../../../apps/server/features/air/runtime/aerodrome-file.ts'
import { removeDuplicateIds } from '../../../apps/server/features/air/runtime/unique-across-files.ts'
import type { AirspaceHandle, UnusableFile } from '../../../apps/server/maps/airspace/airspace-handle.ts'
import { encodeAirFiles } from '../../../apps/server/maps/airspace/pack-files.ts'
import { cacheFor } from '../maps/source-cache.ts'
import type { TestService } from '../servers/service.ts'

const cache = () => cacheFor('aerodromes', ['packages/dataset/air', 'packages/dataset/format'])

async function makeOnce(): Promise<void> {
  const refuse = (why: string) => {
    throw new Error(why)
  }
  if (!hasAerodromes(cache())) await loadOrBuildAerodromes(cache(), refuse)
}

/** Aerodromes of the world, which all files of a worker share. */
let aerodromes: ReturnType<typeof readAerodromes> | undefined

/** Opens the airspace for a service in this process: the aerodromes of the world, and zone files by name. */
export async function openSky(
  files: Readonly<Record<string, unknown>> = {},
  unusable: readonly UnusableFile[] = [],
): Promise<Required<Pick<AirspaceHandle, 'aerodromes' | 'zones'>>> {
  await makeOnce()
  const read = Object.entries(files).map(([name, content]) => {
    const file = readAirFile(typeof content === 'string' ? content : JSON.stringify(content), name)
    if (isAirFileProblem(file)) throw new Error(file.message)
    return { ...file, name }
  })
  const zones = {
    version: read.length > 0 ? 'zones-test' : '',
    files: encodeAirFiles(removeDuplicateIds(read)),
    unusable,
  }
  aerodromes ??= readAerodromes(cache())
  return { aerodromes: await aerodromes, zones }
}

export type Point = readonly [latitude: number, longitude: number]
type Properties = Readonly<Record<string, unknown>>

export function collection(...features: readonly object[]) {
  return { type: 'FeatureCollection', attribution: 'Test zones', features }
}

/** Returns a rectangular zone from its southwest and northeast corners. */
export function boxZone([south, west]: Point, [north, east]: Point, properties: Properties) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } }
}

export function circleZone([latitude, longitude]: Point, radius_m: number, properties: Properties) {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] }
  return { type: 'Feature', properties: { radius_m, ...properties }, geometry }
}

export function corridor(line: readonly Point[], properties: Properties) {
  const coordinates = line.map(([latitude, longitude]) => [longitude, latitude])
  return { type: 'Feature', properties: { width_m: 100, ...properties }, geometry: { type: 'LineString', coordinates } }
}

interface Zone {
  readonly id: string
  readonly name: string
  readonly rule: string
  readonly times: string
  readonly authorities: readonly { name: string }[]
}

export interface FlightReply {
  readonly id: string
  readonly mode: string
  readonly distance_km: number
  readonly direct_km: number
  readonly eta_min: number
  readonly free_flow_min: number
  readonly depart_at: string
  readonly arrive_at: string
  readonly geometry: readonly Point[]
  readonly altitudes_m: readonly number[]
  readonly altitudes_are: string
  readonly bbox: readonly number[]
  readonly legs: readonly { distance_km: number; eta_min: number; free_flow_min: number; from: Point; to: Point }[]
  readonly steps: readonly {
    leg: number
    instruction: string
    name: string
    kind: string
    zones?: readonly string[]
    distance_m: number
    duration_s: number
    maneuver: { type: string; at: Point; bearing_before: number; bearing_after: number }
    geometry_range: readonly [number, number]
  }[]
  readonly path: string
  readonly corridors: readonly { id: string; name: string; distance_km: number }[]
  readonly energy: Readonly<Record<string, number>>
  readonly zones_avoided: readonly Zone[]
  readonly authorisation_needed: readonly Zone[]
  readonly conditions: Readonly<Record<string, unknown>>
  readonly data: { region: string; dataset: string; attribution: string }
  readonly warnings?: readonly string[]
}

export function askFlight({ app }: Pick<TestService, 'app'>, payload: object): Promise<LightMyRequestResponse> {
  return app.inject({ method: 'POST', url: '/v1/drone/route', payload })
}

export async function fly(service: Pick<TestService, 'app'>, payload: object): Promise<FlightReply> {
  const reply = await askFlight(service, payload)
  expect([reply.statusCode, reply.payload.slice(0, 400)]).toEqual([200, expect.any(String)])
  return reply.json()
}

/** Warning in every reply to a request without terrain data for the takeoff point. */
export const NO_TERRAIN =
  'terrain was not checked, because there is no terrain data for the takeoff point; altitudes are measured from that point, and the ground is assumed to be flat'
/** Warning in every reply to a request whose stops are not all covered by zone files. */
export const NO_ZONES =
  'only the zones around aerodromes were checked, not national and local zones; ask the aviation authority about those'
/** Warning in every reply to a request without wind. */
export const NO_WEATHER = 'neither the weather nor temporary restrictions (NOTAM) were checked, and calm air is assumed'
