import {
  findInstructionWriter,
  type JoinedTrace,
  JsonWriter,
  type MatchedTrace,
  type MatchMap,
  PointFate,
  readText,
  type Track,
  toMatchedLegs,
} from '@fairway/road'
import { toRouteKey } from '../../../maps/regions/handles.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { RouteQuery } from '../route/api/request.ts'
import { createRouteIdGenerator } from '../route/memory/route-id.ts'
import { RouteWriter } from '../route/reply/route-writer.ts'
import { measureTrip } from '../route/trip.ts'
import type { MatchedRoute, MatchJob } from './match-job.ts'

/** Matched trace together with its job. */
export interface MatchResult {
  readonly job: MatchJob
  readonly region: Region
  readonly matchMap: MatchMap
  readonly track: Track
  readonly matchedTrace: MatchedTrace
  readonly joinedTrace: JoinedTrace
  /** 1 for each point outside the map, otherwise 0. */
  readonly outside: Uint8Array
}

interface WrittenRoute {
  readonly json: string
  readonly route: MatchedRoute
  readonly meters: number
}

const decoder = new TextDecoder()
const statuses = { [PointFate.matched]: 'matched', [PointFate.offRoad]: 'off_road', [PointFate.outlier]: 'outlier' }

/** Writes replies in the thread that matched the trace, and reuses memory between replies. */
export class MatchWriter {
  private readonly json = new JsonWriter()
  private readonly route = new RouteWriter(this.json)
  private readonly nextId = createRouteIdGenerator()

  /** Returns the reply without its closing brace, so that warnings can be added, and the routes to cache. */
  write(result: MatchResult): { readonly json: string; readonly routes: readonly MatchedRoute[] } {
    const { region, joinedTrace, matchedTrace } = result
    const routes = joinedTrace.stretches.map((_, path) => this.writeRoute(result, path))
    const names = new RoadNames(region)
    const points = Array.from(result.outside, (isOutside, point) => writePoint(result, point, isOutside === 1, names))
    const meters = routes.reduce((sum, route) => sum + route.meters, 0)
    const { region: name, dataset, attribution } = region.handle
    const head = {
      confidence: toThousandths(mean(matchedTrace.points.confidence)),
      distance_km: toDecimals(meters / 1000, 4),
      noise_m: toDecimals(matchedTrace.sigmaMeters, 1),
    }
    const tail = { gaps: listGaps(result), data: { region: name, dataset, attribution } }
    const json = `${JSON.stringify(head).slice(0, -1)},"routes":[${routes.map((route) => route.json).join(',')}],"points":[${points.join(',')}],${JSON.stringify(tail).slice(1, -1)}`
    return { json, routes: routes.map(({ route }) => route) }
  }

  private writeRoute(result: MatchResult, path: number): WrittenRoute {
    const { job, region, matchMap, joinedTrace, track } = result
    const stretches = joinedTrace.stretches[path]
    if (!stretches) throw new Error(`there is no path ${path}`)
    const legs = toMatchedLegs(matchMap, stretches)
    const [first, last] = findEnds(result, path)
    const startSeconds = track.seconds?.[first]
    const atMs = startSeconds !== undefined && isInstant(startSeconds) ? startSeconds * 1000 : job.nowMs
    const time = { kind: 'depart', atMs, nowMs: job.nowMs } as const
    const snapshot = {
      spec: { profile: job.profile, activeConditions: [], avoidAreas: [] },
      metric: matchMap.metric,
      traffic: undefined,
    }
    const trip = measureTrip(region, snapshot, time, legs, job.steps)
    const plan = { kind: 'plan', legs, weight: 0, alternatives: [] } as const
    const id = this.nextId()
    this.json.reset()
    this.route.write(toRouteQuery(job, time), { source: 'local', region, plan, snapshot }, trip, id)
    const text = decoder.decode(this.json.view())
    const elapsedSeconds = track.seconds && (track.seconds[last] ?? 0) - (track.seconds[first] ?? 0)
    const extraFields = {
      confidence: toThousandths(confidenceOfPath(result, path)),
      first_point: first,
      last_point: last,
      ...(elapsedSeconds !== undefined && { observed_min: toDecimals(elapsedSeconds / 60, 3) }),
    }
    const stops = [...legs.map(({ start }) => start), ...legs.slice(-1).map(({ end }) => end)].map(
      ({ latitude, longitude }) => ({ latitude: latitude / 1e6, longitude: longitude / 1e6 }),
    )
    const route = { id, key: toRouteKey(region.networkKey, job.profile), legs, stops }
    return {
      json: `${JSON.stringify(extraFields).slice(0, -1)},${text.slice(1)}`,
      route,
      meters: trip.distanceCm / 100,
    }
  }
}

/**
 * Returns whether a value is a plausible absolute time, from 1980 to 2199. Smaller values are usually relative to the
 * start of the trace.
 */
function isInstant(seconds: number): boolean {
  return seconds >= Date.UTC(1980, 0) / 1000 && seconds < Date.UTC(2200, 0) / 1000
}

function toRouteQuery(
  { profile, steps, language, units, geometry, details }: MatchJob,
  time: RouteQuery['time'],
): RouteQuery {
  const instructions = findInstructionWriter(language)
  if (!instructions) throw new Error(`the language ${language} was accepted, but there is none`)
  return { profile, avoidAreas: [], steps, instructions, units, details, stops: [], time, alternatives: 0, geometry }
}

function writePoint(
  { matchedTrace, joinedTrace }: MatchResult,
  point: number,
  isOutside: boolean,
  names: RoadNames,
): string {
  const { fate, piece, latitude, longitude, edge, limitKmh, distanceMeters, alongMeters, confidence } =
    matchedTrace.points
  if (isOutside) return '{"status":"outside"}'
  const number = piece[point] ?? -1
  if (number < 0) {
    const status = statuses[fate[point] as keyof typeof statuses] ?? 'outlier'
    return `{"status":"${status}"}`
  }
  const along = (alongMeters[point] ?? 0) + (joinedTrace.metersBefore[number] ?? 0)
  const limit = limitKmh[point] ? `,"speed_limit_kmh":${limitKmh[point]}` : ''
  return `{"status":"matched","route":${joinedTrace.pathOfPiece[number]},"at":[${(latitude[point] ?? 0) / 1e6},${(longitude[point] ?? 0) / 1e6}],"distance_m":${toDecimals(distanceMeters[point] ?? 0, 1)},"along_km":${toDecimals(along / 1000, 4)},"confidence":${toThousandths(confidence[point] ?? 0)},"name":${names.get(edge[point] ?? 0)}${limit}}`
}

/** Cache of road names as JSON, because many points are on the same road. */
class RoadNames {
  private readonly region: Region
  private readonly names = new Map<number, string>()

  constructor(region: Region) {
    this.region = region
  }

  get(edge: number): string {
    const { texts, edges, roads } = this.region.map.network
    const name = roads.name[edges.road[edge] ?? 0] ?? 0
    let json = this.names.get(name)
    if (json === undefined) {
      json = JSON.stringify(readText(texts, name))
      this.names.set(name, json)
    }
    return json
  }
}

interface WrittenGap {
  readonly after_point: number
  readonly before_point: number
  readonly distance_km: number | null
}

function listGaps(result: MatchResult): WrittenGap[] {
  const { pathOfPiece, bridges } = result.joinedTrace
  const gaps: WrittenGap[] = []
  for (let piece = 1; piece < pathOfPiece.length; piece++) {
    const bridgeMeters = bridges.get(piece)
    if (bridgeMeters === undefined && pathOfPiece[piece] === pathOfPiece[piece - 1]) continue
    gaps.push({
      after_point: findLastPoint(result, (pointPiece) => pointPiece === piece - 1),
      before_point: findFirstPoint(result, (pointPiece) => pointPiece === piece),
      distance_km: bridgeMeters === undefined ? null : toDecimals(bridgeMeters / 1000, 4),
    })
  }
  return gaps
}

/** Returns the first and the last point on a path, in travel order. */
function findEnds(result: MatchResult, path: number): [number, number] {
  const isOnPath = (piece: number) => result.joinedTrace.pathOfPiece[piece] === path
  return [findFirstPoint(result, isOnPath), findLastPoint(result, isOnPath)]
}

function findFirstPoint(
  { matchedTrace: { order, points } }: MatchResult,
  isWanted: (piece: number) => boolean,
): number {
  return order.find((point) => isMatched(points.piece[point], isWanted)) ?? 0
}

function findLastPoint({ matchedTrace: { order, points } }: MatchResult, isWanted: (piece: number) => boolean): number {
  return order.findLast((point) => isMatched(points.piece[point], isWanted)) ?? 0
}

function isMatched(piece: number | undefined, isWanted: (piece: number) => boolean): boolean {
  return piece !== undefined && piece >= 0 && isWanted(piece)
}

function confidenceOfPath({ matchedTrace, joinedTrace }: MatchResult, path: number): number {
  const { piece, confidence } = matchedTrace.points
  return mean(
    confidence.filter((_, point) =>
      isMatched(piece[point], (otherPiece) => joinedTrace.pathOfPiece[otherPiece] === path),
    ),
  )
}

function mean(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length > 0 ? sum / values.length : 0
}

function toThousandths(value: number): number {
  return toDecimals(value, 3)
}

function toDecimals(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}
