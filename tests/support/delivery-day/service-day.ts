import { readGeometry } from '@fairway/client'
import { flatDistanceMeters } from '@fairway/geo'
import { type RoadNetwork, RouteTracer } from '@fairway/road'
import { drawState } from '@fairway/road/testing'
import { defaultPlans } from '../../../apps/server/platform/config/plans.ts'
import type { TestMaps } from '../maps/maps.ts'
import { TestTraffic } from '../operations/traffic.ts'
import type { FakeClock } from '../servers/fake-clock.ts'
import type { TestService } from '../servers/service.ts'
import type { Ask, DayOptions } from './day.ts'
import type { Point } from './van.ts'

/**
 * Returns a configuration without limits per second on live data, because the clock of a simulated day stands still
 * between steps.
 */
export function dayConfig() {
  const plans = defaultPlans(7)
  const live = { ...plans.pro.live, gpsPushPerSecond: 1e6, apiLivePollsPerSecond: 1e6 }
  const pro = { ...plans.pro, live, perSecond: 1e6, burst: 1e6 }
  return { shedDelayMs: 0, plans: { ...plans, pro } }
}

function askService(service: TestService, key: string): Ask {
  return async (method, url, payload) => {
    const headers = { 'x-api-key': key }
    const reply = await service.app.inject({ method, url, headers, ...(payload && { payload }) })
    if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.payload}`)
    return reply.headers['content-type']?.startsWith('application/json') ? reply.json() : reply.payload
  }
}

/** Delay of half an hour, in centiseconds. */
const DELAY_CS = 180_000

/** Creates an accident that delays all vehicles by half an hour, with slow traffic around it. */
function incidentOn(service: TestService, maps: TestMaps): DayOptions['causeIncident'] {
  return async (remaining, stops) => {
    const region = service.regions.list()[0]
    if (!region) throw new Error('the service has no map')
    const { network } = region.map
    const tracer = new RouteTracer(await region.getMatchMap())
    const trace = (line: readonly Point[]) => {
      const read = readGeometry([...line], 'points')
      const traced = read && tracer.trace(read)
      return traced?.kind === 'exact' ? [...traced.path.arcs] : undefined
    }
    const ahead = trace(remaining) ?? trace(remaining.slice(1)) ?? []
    // A van with a stop on the blocked road could not avoid it.
    const isFarFromStops = (arc: number) =>
      listShape(network, arc).every((point) => stops.every((stop) => flatDistanceMeters(...stop, ...point) > 60))
    const middle = ahead.findIndex((arc, index) => index >= ahead.length / 3 && isFarFromStops(arc))
    const blockedArcs = ahead.slice(middle, middle + 1)
    if (middle < 0) throw new Error('there are stops on all roads ahead')
    const live = new Map<number, number>()
    for (const arc of ahead.slice(Math.max(0, middle - 20), middle + 20))
      if (!blockedArcs.includes(arc)) live.set(arc, 4 * (network.arcs.duration[arc] ?? 0))
    // The incident is a delay, because a closure could cut off a stop at a dead end.
    const events = [{ sections: blockedArcs.map((arc) => ({ arc, delayCs: DELAY_CS })) }]
    await new TestTraffic(maps).publish(region, drawState(network, { takenAtMs: service.clock.now(), live, events }))
    return async (line) => {
      const arcs = trace(line)
      if (!arcs) throw new Error('a new route is not on the roads of the map')
      return !arcs.some((arc) => blockedArcs.includes(arc))
    }
  }
}

/** Returns points along an arc, close to each other. */
function listShape({ arcs, edges }: RoadNetwork, arc: number): Point[] {
  const edge = (arcs.edgeSide[arc] ?? 0) >>> 1
  const [first = 0, end = 0] = [edges.shapeFirst[edge], edges.shapeFirst[edge + 1]]
  const at = (i: number): Point => [(edges.shapeLatitude[i] ?? 0) / 1e6, (edges.shapeLongitude[i] ?? 0) / 1e6]
  const points: Point[] = []
  for (let i = first; i + 1 < end; i++) {
    const [from, to] = [at(i), at(i + 1)]
    for (let share = 0; share <= 1; share += 0.125)
      points.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])])
  }
  return points
}

const DEPOT = [-34.8941, -56.1667] as const
const LOCAL_NOON = Date.parse('2026-11-18T15:00:00Z')

export interface DaySize {
  readonly orders: number
  readonly vans: number
  readonly seed: number
  /** Maximum distance of orders from the depot, in degrees. */
  readonly area: Point
}

/** Describes a day in Montevideo. At noon, the vans have finished about half of their stops. */
export function describeDay(
  { service, clock, maps, key }: { service: TestService; clock: FakeClock; maps: TestMaps; key: string },
  size: DaySize,
): DayOptions {
  const serviceMin = 8
  const minutes = Math.round(((serviceMin + 3) * size.orders) / size.vans / 2)
  const departMs = LOCAL_NOON - 60_000 * minutes
  return {
    ...size,
    ask: askService(service, key),
    depot: DEPOT,
    serviceMin,
    departMs,
    incidentMs: LOCAL_NOON,
    cancelMs: [departMs + 24_000 * minutes, departMs + 42_000 * minutes],
    setClock: setClockOf(clock),
    causeIncident: incidentOn(service, maps),
  }
}

function setClockOf(clock: FakeClock): DayOptions['setClock'] {
  return (ms) => clock.advance(ms - clock.now())
}
