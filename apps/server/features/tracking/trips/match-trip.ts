import { profileNames } from '@fairway/road'
import type { Fix, LimitedFix, TrackTrip } from '@fairway/tracking'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Asset } from '../assets/asset.ts'

/** Trip on the roads of the map. */
export interface RoadTrip {
  readonly distanceM: number
  /** Distance from the start at each fix, in meters. */
  readonly alongM: Float64Array
  readonly limited: readonly LimitedFix[]
}

/** Fields used from the reply of the match operation. */
interface MatchReply {
  readonly routes: readonly { readonly distance_km: number }[]
  readonly points: readonly {
    readonly status: string
    readonly route?: number
    readonly at?: readonly [number, number]
    readonly along_km?: number
    readonly name?: string
    readonly speed_limit_kmh?: number
  }[]
}

export type MatchTrack = (caller: Caller, body: object) => Promise<MatchReply | undefined>

export function createMatchTrack(call: OperationCaller): MatchTrack {
  return async (caller, body) => {
    const reply = await call('match', caller, { body })
    return reply.ok ? (reply.body as MatchReply) : undefined
  }
}

const MAX_MATCHED_POINTS = 10_000
/**
 * Minimum share of matched positions. If fewer positions match or the length differs too much, the asset used roads
 * that are not on the map.
 */
const MIN_MATCHED_SHARE = 0.8
const LENGTH_RATIOS = [0.8, 2] as const
/** Minimum time in milliseconds over which speeds from positions are averaged. */
const SPEED_WINDOW_MS = 10_000

/** Matches a trip to roads. Returns undefined if the trip does not match the roads of the loaded maps. */
export async function matchTrip(
  match: MatchTrack,
  caller: Caller,
  asset: Pick<Asset, 'kind' | 'profile'>,
  trip: TrackTrip,
): Promise<RoadTrip | undefined> {
  const profile = findRoadProfile(asset)
  if (profile === undefined) return undefined
  const stride = Math.ceil(trip.fixes.length / MAX_MATCHED_POINTS)
  const sampledIndexes = trip.fixes.map((_, i) => i).filter((i) => i % stride === 0 || i === trip.fixes.length - 1)
  const fixes = sampledIndexes.map((i) => trip.fixes[i] as Fix).slice(0, MAX_MATCHED_POINTS)
  if (fixes.length < 2) return undefined
  const accuracies = fixes.map(({ accuracyM }) => accuracyM ?? null)
  const reply = await match(caller, {
    points: fixes.map(({ latitude, longitude }) => [latitude, longitude]),
    times: fixes.map(({ timeMs }) => new Date(timeMs).toISOString()),
    ...(accuracies.some((accuracy) => accuracy !== null) && { accuracies }),
    gaps: 'bridge',
    geometry: 'none',
    profile,
  })
  if (!reply) return undefined
  const alongMeters = toAlongMeters(reply)
  const matchedCount = alongMeters.filter((meters) => meters !== undefined).length
  const distanceM = reply.routes.reduce((sum, { distance_km }) => sum + 1000 * distance_km, 0)
  const ratio = distanceM / Math.max(1, trip.distanceM)
  if (matchedCount < MIN_MATCHED_SHARE * fixes.length || ratio < LENGTH_RATIOS[0] || ratio > LENGTH_RATIOS[1])
    return undefined
  const limitedFixes = toLimitedFixes(fixes, alongMeters, reply)
  return { distanceM, limited: limitedFixes, alongM: fillAlongMeters(trip, sampledIndexes, alongMeters, distanceM) }
}

/** Returns the road profile of an asset. Drones and vessels use no roads, and robots use pedestrian paths. */
function findRoadProfile({ kind, profile }: Pick<Asset, 'kind' | 'profile'>): string | undefined {
  if (kind === 'drone' || kind === 'vessel') return undefined
  const profileName: unknown = profile && 'profile' in profile ? profile.profile : undefined
  return profileNames.find((name) => name === profileName) ?? (kind === 'robot' ? 'foot' : 'car')
}

/** Returns the distance from the start of the first route for every matched point, in meters. */
function toAlongMeters({ routes, points }: MatchReply): (number | undefined)[] {
  const metersBefore = [0]
  for (const { distance_km } of routes) metersBefore.push((metersBefore.at(-1) ?? 0) + 1000 * distance_km)
  return points.map(({ route, along_km }) =>
    route === undefined || along_km === undefined ? undefined : (metersBefore[route] ?? 0) + 1000 * along_km,
  )
}

/**
 * Interpolates the distance along the road between matched positions, in proportion to the distance along the track.
 */
function fillAlongMeters(
  { fixes, alongM }: TrackTrip,
  sampledIndexes: readonly number[],
  alongMeters: readonly (number | undefined)[],
  distanceM: number,
): Float64Array {
  const knownOffsets: [track: number, road: number][] = [[0, 0]]
  sampledIndexes.forEach((index, i) => {
    const [track, road] = [alongM[index] ?? 0, alongMeters[i]]
    const [lastTrack, lastRoad] = knownOffsets.at(-1) ?? [0, 0]
    if (road !== undefined && track > lastTrack && road >= lastRoad) knownOffsets.push([track, road])
  })
  knownOffsets.push([Math.max(alongM.at(-1) ?? 0, (knownOffsets.at(-1)?.[0] ?? 0) + 1e-6), distanceM])
  let k = 1
  return Float64Array.from(fixes, (_, i) => {
    const track = alongM[i] ?? 0
    while (k + 1 < knownOffsets.length && (knownOffsets[k]?.[0] ?? 0) < track) k++
    const [[track0, road0], [track1, road1]] = [knownOffsets[k - 1] ?? [0, 0], knownOffsets[k] ?? [1, 0]]
    return Math.min(distanceM, road0 + (road1 - road0) * Math.min(1, (track - track0) / (track1 - track0)))
  })
}

function toLimitedFixes(
  fixes: readonly Fix[],
  alongMeters: readonly (number | undefined)[],
  { points }: MatchReply,
): LimitedFix[] {
  return fixes.flatMap((fix, i) => {
    const point = points[i]
    const speedMs = fix.speedMs ?? deriveSpeed(fixes, alongMeters, i)
    if (point?.status !== 'matched' || speedMs === undefined) return []
    const [latitude, longitude] = point.at ?? [fix.latitude, fix.longitude]
    return [
      { timeMs: fix.timeMs, latitude, longitude, speedMs, limitKmh: point.speed_limit_kmh, road: point.name ?? '' },
    ]
  })
}

/** Derives the speed along the road from the adjacent matched positions. */
function deriveSpeed(
  fixes: readonly Fix[],
  alongMeters: readonly (number | undefined)[],
  i: number,
): number | undefined {
  let [first, last] = [i, i]
  const spanMs = () => (fixes[last]?.timeMs ?? 0) - (fixes[first]?.timeMs ?? 0)
  while (spanMs() < SPEED_WINDOW_MS && (first > 0 || last + 1 < fixes.length)) {
    first = Math.max(0, first - 1)
    last = Math.min(fixes.length - 1, last + 1)
  }
  const [from, to] = [alongMeters[first], alongMeters[last]]
  return from === undefined || to === undefined || spanMs() <= 0
    ? undefined
    : Math.max(0, (1000 * (to - from)) / spanMs())
}
