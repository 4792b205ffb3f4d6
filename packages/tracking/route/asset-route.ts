import { encodePolyline, metersBetween, type Position, parsePolyline, toVector, type Vector } from '@fairway/geo'
import { decodeNumbers, encodeNumbers } from '../fixes/number-text.ts'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { type BoundingBalls, buildBoundingBalls } from './bounding-balls.ts'

export interface AssetRouteInput {
  readonly kind: AssetKind
  readonly points: readonly Position[]
  /** Planned seconds from the start at each point. */
  readonly secondsAt?: readonly number[] | undefined
  /** Length reported to the user, in meters. The default is the length of the line. */
  readonly distanceM?: number | undefined
  /** Indexes of the points that are intermediate stops. */
  readonly stops?: readonly number[] | undefined
  /** Planned altitude at each point, with the same reference level as the altitudes of fixes. */
  readonly altitudesM?: readonly number[] | undefined
  /** Departure time. Without it, the route begins as soon as it is assigned. */
  readonly departMs?: number | undefined
}

/** Storage format of a route, with about four characters per point. */
export interface SerializedRoute {
  readonly version: 1
  readonly kind: AssetKind
  /** Polyline with a precision of six decimals. */
  readonly line: string
  /** Tenths of seconds and decimeters, as encoded by `number-text.ts`. */
  readonly seconds?: string
  readonly altitudes?: string
  readonly distanceDm?: number
  readonly stops?: readonly number[]
  readonly departMs?: number
}

/**
 * A preprocessed route. Create it once and keep it while fixes arrive, because creating it takes longer than processing
 * a fix.
 */
export interface AssetRoute {
  readonly serialized: SerializedRoute
  /** Hash of the line and of the departure time, if any. Different planned times at the points do not change the ID. */
  readonly id: string
  readonly kind: AssetKind
  readonly vectors: readonly Vector[]
  /** Meters from the start at each point, on the sphere. */
  readonly alongM: Float64Array
  readonly lengthM: number
  /** Ratio of reported meters to meters on the sphere. */
  readonly distanceScale: number
  readonly secondsAt: Float64Array
  readonly altitudesM: Float64Array | undefined
  readonly stops: readonly number[]
  readonly departMs: number | undefined
  readonly boundingBalls: BoundingBalls
}

export function makeAssetRoute(input: AssetRouteInput): AssetRoute {
  const { kind, points, secondsAt, altitudesM, distanceM, stops, departMs } = input
  if (points.length === 0) throw new RangeError('a route needs at least one point; none was given')
  points.forEach(([latitude, longitude], index) => {
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360))
      throw new RangeError(
        `points[${index}] of the route is [${latitude}, ${longitude}], which is not a valid position`,
      )
  })
  checkSeries('secondsAt', secondsAt, points.length)
  checkSeries('altitudesM', altitudesM, points.length)
  for (const stop of stops ?? []) {
    if (!Number.isInteger(stop) || stop < 0 || stop >= points.length)
      throw new RangeError(`stop ${stop} of the route is not the index of one of its ${points.length} points`)
  }
  const encodeTenths = (values: readonly number[]) => encodeNumbers(values.map((value) => Math.round(10 * value)))
  return deserializeRoute({
    version: 1,
    kind,
    line: encodePolyline(points, 6),
    ...(secondsAt && { seconds: encodeTenths(secondsAt) }),
    ...(altitudesM && { altitudes: encodeTenths(altitudesM) }),
    ...(distanceM !== undefined && distanceM > 0 && { distanceDm: Math.round(10 * distanceM) }),
    ...(stops && stops.length > 0 && { stops: [...stops] }),
    ...(departMs !== undefined && { departMs }),
  })
}

export function serializeRoute(route: AssetRoute): SerializedRoute {
  return route.serialized
}

export function deserializeRoute(serializedRoute: SerializedRoute): AssetRoute {
  const line = parsePolyline(serializedRoute.line, 6)
  if (serializedRoute.version !== 1 || line === undefined || line.latitude.length === 0)
    throw new RangeError('this was not written by serializeRoute: its line cannot be read')
  const count = line.latitude.length
  const vectors = Array.from(line.latitude, (latitude, i) => toVector(latitude / 1e6, line.longitude[i] / 1e6))
  const alongM = new Float64Array(count)
  for (let i = 1; i < count; i++) alongM[i] = alongM[i - 1] + metersBetween(vectors[i - 1], vectors[i])
  const lengthM = alongM[count - 1]
  const distanceM = serializedRoute.distanceDm === undefined ? lengthM : serializedRoute.distanceDm / 10
  return {
    serialized: serializedRoute,
    id: hashText(
      serializedRoute.departMs === undefined
        ? serializedRoute.line
        : `${serializedRoute.line} ${serializedRoute.departMs}`,
    ),
    kind: serializedRoute.kind,
    vectors,
    alongM,
    lengthM,
    distanceScale: lengthM > 0 ? distanceM / lengthM : 1,
    secondsAt: decodeSeconds(serializedRoute, alongM),
    altitudesM: serializedRoute.altitudes === undefined ? undefined : decodeTenths(serializedRoute.altitudes, count),
    stops: serializedRoute.stops ?? [],
    departMs: serializedRoute.departMs,
    boundingBalls: buildBoundingBalls(vectors),
  }
}

/**
 * Decodes the planned times, which never decrease regardless of the input. Without times, the usual speed of the asset
 * kind applies.
 */
function decodeSeconds({ seconds, kind }: SerializedRoute, alongM: Float64Array): Float64Array {
  if (seconds === undefined) return alongM.map((meters) => meters / kindLimits[kind].cruiseMs)
  const decodedSeconds = decodeTenths(seconds, alongM.length)
  for (let i = 1; i < decodedSeconds.length; i++) decodedSeconds[i] = Math.max(decodedSeconds[i - 1], decodedSeconds[i])
  return decodedSeconds
}

function decodeTenths(text: string, count: number): Float64Array {
  const values = decodeNumbers(text)
  if (values === undefined || values.length !== count)
    throw new RangeError(
      `this was not written by serializeRoute: it has ${count} points, but ${values?.length ?? 'no'} values`,
    )
  return Float64Array.from(values, (value) => value / 10)
}

function checkSeries(name: string, values: readonly number[] | undefined, count: number): void {
  if (values === undefined) return
  if (values.length !== count)
    throw new RangeError(`${name} has ${values.length} values for ${count} points of the route; give one for each`)
  const invalidIndex = values.findIndex((value) => !Number.isFinite(value) || Math.abs(value) > 1e10)
  if (invalidIndex >= 0)
    throw new RangeError(`${name}[${invalidIndex}] of the route is ${values[invalidIndex]}; give a finite number`)
}

/** Computes a 64-bit hash with two FNV-1a hashes that use different seeds. */
function hashText(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x01000193) ^ (low >>> 13)
  }
  return (low >>> 0).toString(16).padStart(8, '0') + (high >>> 0).toString(16).padStart(8, '0')
}
