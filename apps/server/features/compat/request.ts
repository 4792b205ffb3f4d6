import { fail, ok, type Result } from '../../result.ts'
import type { Refusal } from './reply.ts'
import type { DirectionsFields } from './schemas.ts'

/** A place as it was written: a position, or words for the geocoder. */
export interface WrittenPlace {
  readonly text: string
  readonly at: readonly [number, number] | undefined
  /** Led through without a stop. */
  readonly isPassing: boolean
}

export interface DirectionsQuery {
  readonly origin: WrittenPlace
  readonly destination: WrittenPlace
  readonly waypoints: readonly WrittenPlace[]
  /** The waypoints may be visited in another order. */
  readonly optimize: boolean
  readonly alternatives: boolean
  readonly avoid: readonly string[]
  readonly language: string | undefined
  readonly units: 'metric' | 'imperial'
  readonly departAtMs: number | undefined
  readonly arriveByMs: number | undefined
}

export const MOST_WAYPOINTS = 25
const PLACE_ID = /^place_id:fw_(-?\d+)_(-?\d+)$/

/** How the format calls what is avoided, and how we do. */
const avoidables: Readonly<Record<string, string | undefined>> = {
  tolls: 'tolls',
  highways: 'motorways',
  ferries: 'ferries',
  // Of buildings there are no routes anyway.
  indoor: undefined,
}

export function readDirections(query: DirectionsFields, nowMs: number): Result<DirectionsQuery, Refusal> {
  const { origin = '', destination = '', mode = 'driving' } = query
  if (origin.trim() === '') return invalid('origin is missing; give lat,lng or an address')
  if (destination.trim() === '') return invalid('destination is missing; give lat,lng or an address')
  if (mode.toLowerCase() !== 'driving') return invalid(`mode is ${JSON.stringify(mode)}; this service knows driving`)
  const avoid: string[] = []
  for (const name of split(query.avoid)) {
    if (!(name in avoidables)) {
      return invalid(`avoid is ${JSON.stringify(name)}; it must be of ${Object.keys(avoidables).join(', ')}`)
    }
    const own = avoidables[name]
    if (own !== undefined) avoid.push(own)
  }
  const written = split(query.waypoints)
  const optimize = written[0]?.toLowerCase() === 'optimize:true'
  const waypoints = written.filter((text) => !/^optimize:/i.test(text)).map(readPlace)
  if (waypoints.length > MOST_WAYPOINTS) {
    const error_message = `waypoints are ${waypoints.length}; at most ${MOST_WAYPOINTS} are allowed`
    return fail({ status: 'MAX_WAYPOINTS_EXCEEDED', error_message })
  }
  const departAt = readTime(query.departure_time, nowMs)
  if (departAt === 'unreadable') return invalid('departure_time must be now, or seconds since 1970')
  const arriveBy = readTime(query.arrival_time, nowMs)
  if (arriveBy === 'unreadable') return invalid('arrival_time must be seconds since 1970')
  if (departAt !== undefined && departAt < nowMs - 60_000) return invalid('departure_time lies in the past')
  return ok({
    origin: readPlace(origin),
    destination: readPlace(destination),
    waypoints,
    optimize,
    alternatives: query.alternatives === 'true' && waypoints.length === 0,
    avoid,
    language: query.language,
    units: query.units === 'imperial' ? 'imperial' : 'metric',
    departAtMs: arriveBy === undefined ? departAt : undefined,
    arriveByMs: arriveBy,
  })
}

function invalid(error_message: string): Result<never, Refusal> {
  return fail({ status: 'INVALID_REQUEST', error_message })
}

function split(list: string | undefined): string[] {
  return (list ?? '')
    .split('|')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function readPlace(given: string): WrittenPlace {
  const isPassing = /^via:/i.test(given)
  const text = (isPassing ? given.slice(4) : given).trim()
  const id = PLACE_ID.exec(text)
  if (id) return { text, at: [Number(id[1]) / 1e6, Number(id[2]) / 1e6], isPassing }
  const pair = /^\(?\s*([+-]?\d+(?:\.\d*)?)\s*,\s*([+-]?\d+(?:\.\d*)?)\s*\)?$/.exec(text)
  return { text, at: pair ? [Number(pair[1]), Number(pair[2])] : undefined, isPassing }
}

export function placeId([latitude, longitude]: readonly [number, number]): string {
  return `fw_${Math.round(latitude * 1e6)}_${Math.round(longitude * 1e6)}`
}

function readTime(given: string | undefined, nowMs: number): number | undefined | 'unreadable' {
  if (given === undefined || given === '') return undefined
  if (given === 'now') return nowMs
  return /^\d{1,11}$/.test(given) ? Number(given) * 1000 : 'unreadable'
}
