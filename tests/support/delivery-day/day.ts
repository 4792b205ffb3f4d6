import { flatDistanceMeters, seededRandom } from '@fairway/geo'
import { type Point, SimulatedVan, type VanPosition } from './van.ts'

/** Sends a request with the key of the fleet. Throws an error if the reply is not 200. */
export type Ask = (method: 'GET' | 'POST', url: string, body?: object) => Promise<unknown>

export interface DayOptions {
  readonly ask: Ask
  readonly seed: number
  readonly orders: number
  readonly vans: number
  readonly depot: Point
  /** Maximum distance of orders from the depot, in degrees of latitude and longitude. */
  readonly area: Point
  readonly serviceMin: number
  /** Departure time of the vans, in the local morning. */
  readonly departMs: number
  /** Time of the incident, at noon. */
  readonly incidentMs: number
  /** Times at which a customer cancels. */
  readonly cancelMs: readonly number[]
  /** Sets the clock of the service. */
  readonly setClock: (ms: number) => void
  /**
   * Blocks a road on this line, away from stops, and slows the roads around it. Returns a function that checks whether
   * a line avoids the incident.
   */
  readonly causeIncident: (
    remaining: readonly Point[],
    stops: readonly Point[],
  ) => Promise<(line: readonly Point[]) => Promise<boolean>>
  readonly progress?: (text: string) => void
}

export interface LiveStop {
  readonly stop: number
  readonly at: Point
  readonly status: string
  readonly planned_at: string
  readonly arrive_at: string | null
  readonly eta_min: number | null
  readonly done_at?: string
}

export interface LiveTour {
  readonly state: string
  readonly eta_min: number | null
  readonly position: { readonly at: Point } | null
  readonly stops: readonly LiveStop[]
}

/** Plan, actual trips and reports of a simulated day. */
export interface DeliveryDay {
  readonly vans: readonly SimulatedVan[]
  /** Positions of the orders by number. Number 0 is the depot. */
  readonly stops: readonly Point[]
  readonly canceled: readonly number[]
  readonly plannedKm: number
  /** Arrival of the affected van at its last stop: before the incident, after the incident and after the reroute. */
  readonly incident: { readonly beforeMs: number; readonly afterMs: number; readonly reroutedMs: number }
  /** Vans whose route still passes the incident after the reroute. */
  readonly blocked: readonly string[]
  /** Units that the account used, and the units that the documentation states. */
  readonly units: { readonly used: number; readonly expected: number }
  readonly endMs: number
}

const STEP_MS = 300_000
const MAX_BATCH = 1000
/** Maximum distance between a stop and the end of its leg, in meters. */
const MAX_STOP_OFFSET_M = 40
/** Minimum distance between two orders in meters, so that a single stay never counts for two orders. */
const MIN_APART_M = 200

/** Plans and simulates a delivery day through the API. */
export async function runDeliveryDay(options: DayOptions): Promise<DeliveryDay> {
  const { ask, departMs, incidentMs, cancelMs, setClock } = options
  setClock(departMs - 3_600_000)
  const usedBefore = await readUsed(ask)
  const stops = await drawStops(options)
  const { solution, vans, plannedKm } = await planAndDispatch(options, stops)
  let expected = Math.ceil(stops.length / 10) + vans.length
  for (const van of vans) await followPlan(ask, van)
  const canceled: number[] = []
  let incident: DeliveryDay['incident'] = { beforeMs: 0, afterMs: 0, reroutedMs: 0 }
  const blocked: string[] = []
  options.progress?.(`solution ${solution}: ${plannedKm} km, ${vans.length} vans`)
  let timeMs = departMs - 600_000
  const endMs = departMs + 20 * 3_600_000
  for (; !vans.every((van) => van.isHome && !van.isStanding); timeMs += STEP_MS) {
    if (timeMs > endMs) throw new Error('the vans do not come home')
    const untilMs = timeMs + STEP_MS
    setClock(untilMs)
    await pushAll(ask, vans, untilMs)
    if (cancelMs.some((ms) => ms >= timeMs && ms < untilMs)) {
      canceled.push(await cancelOne(ask, vans))
      expected++
    }
    if (incidentMs >= timeMs && incidentMs < untilMs) {
      incident = await reactToIncident(options, { vans, stops }, blocked, untilMs)
      expected += vans.length
    }
  }
  // The vans wait at the depot for a while.
  for (const last = timeMs + 1_200_000; timeMs < last; timeMs += STEP_MS) {
    setClock(timeMs + STEP_MS)
    await pushAll(ask, vans, timeMs + STEP_MS)
  }
  const used = (await readUsed(ask)) - usedBefore
  return { vans, stops, canceled, plannedKm, incident, blocked, units: { used, expected }, endMs: timeMs }
}

/** Returns the depot and random points on roads, with a minimum distance between them. */
async function drawStops({ ask, depot, area, orders, seed }: DayOptions): Promise<Point[]> {
  const random = seededRandom(seed)
  const stops: Point[] = [depot]
  while (stops.length <= orders) {
    const point = [depot[0] + area[0] * (2 * random() - 1), depot[1] + area[1] * (2 * random() - 1)]
    const reply = (await ask('POST', '/v1/nearest', { point }).catch(() => undefined)) as
      | { readonly roads: readonly { readonly at: Point }[] }
      | undefined
    const at = reply?.roads[0]?.at
    if (at && stops.every((other) => flatDistanceMeters(...other, ...at) > MIN_APART_M)) stops.push(at)
  }
  return stops
}

async function planAndDispatch(options: DayOptions, stops: readonly Point[]) {
  const { ask, vans: count, serviceMin, departMs, orders, seed } = options
  const solution = (await ask('POST', '/v1/optimize', {
    stops,
    vehicles: count,
    roundtrip: true,
    service_min: [0, ...Array.from({ length: orders }, () => serviceMin)],
    max_route_stops: Math.ceil(orders / count) + 1,
    objective: 'duration',
    // A route does not turn around at a stop. From a stop on a quay, the route would take the ferry.
    avoid: ['ferries'],
    depart_at: new Date(departMs).toISOString(),
    max_iterations: 200,
    seed,
  })) as {
    readonly id: string
    readonly distance_km: number
    readonly unassigned: readonly unknown[]
    readonly routes: readonly { readonly vehicle: number }[]
  }
  if (solution.unassigned.length > 0) throw new Error(`unassigned: ${JSON.stringify(solution.unassigned)}`)
  const vans: SimulatedVan[] = []
  for (const { vehicle } of solution.routes) {
    const { id } = (await ask('POST', '/v1/assets', { name: `Van ${vehicle}`, kind: 'vehicle' })) as { id: string }
    vans.push(new SimulatedVan(id, departMs, { serviceS: 60 * serviceMin, seed: seed + vehicle + 1 }))
  }
  const assets = solution.routes.map(({ vehicle }, index) => ({ vehicle, asset: vans[index]?.asset }))
  await ask('POST', `/v1/optimize/${solution.id}/dispatch`, { assets, dwell_s: 120 })
  return { solution: solution.id, vans, plannedKm: solution.distance_km }
}

/** Makes the van follow its planned route at the average speed of that route. */
async function followPlan(ask: Ask, van: SimulatedVan): Promise<readonly Point[]> {
  const route = (await ask('GET', `/v1/assets/${van.asset}/route?geometry=points`)) as {
    readonly geometry: readonly Point[]
    readonly distance_km: number
    readonly eta_min: number
  }
  const { stops } = (await ask('GET', `/v1/assets/${van.asset}/live`)) as LiveTour
  // The stop of a van that has just arrived is still pending, because the van has not stayed long enough.
  const here = van.isStanding ? van.visits.at(-1)?.stop : undefined
  const pending = stops.filter(({ stop, status }) => (status === 'pending' || status === 'missed') && stop !== here)
  let [from, alongM] = [0, 0]
  const targets = pending.map(({ stop, at }) => {
    const meters = route.geometry.map((point, i) => (i < from ? 1e9 : flatDistanceMeters(...point, ...at)))
    // The code takes the first point near the stop, because the line may pass the same corner again later.
    const nearest = Math.min(...meters)
    const to = meters.findIndex((distance) => distance < nearest + 2)
    for (let i = from + 1; i <= to; i++)
      alongM += flatDistanceMeters(...(route.geometry[i - 1] as Point), ...(route.geometry[i] as Point))
    from = to
    if (nearest > MAX_STOP_OFFSET_M) throw new Error(`the route of ${van.asset} passes stop ${stop} at ${nearest} m`)
    return { stop, alongM }
  })
  van.follow({ line: route.geometry, speedMs: (1000 * route.distance_km) / (60 * route.eta_min), targets })
  return route.geometry
}

async function pushAll(ask: Ask, vans: readonly SimulatedVan[], untilMs: number): Promise<void> {
  const positions: (VanPosition & { readonly asset: string })[] = []
  for (const van of vans) positions.push(...van.advance(untilMs).map((one) => ({ asset: van.asset, ...one })))
  for (let i = 0; i < positions.length; i += MAX_BATCH) {
    const batch = positions.slice(i, i + MAX_BATCH)
    const reply = (await ask('POST', '/v1/assets/positions', { positions: batch })) as {
      readonly accepted: number
      readonly rejected: readonly unknown[]
    }
    if (reply.accepted !== batch.length) throw new Error(`rejected: ${JSON.stringify(reply.rejected.slice(0, 3))}`)
  }
}

/** Cancels the second pending stop of the busiest van. */
async function cancelOne(ask: Ask, vans: readonly SimulatedVan[]): Promise<number> {
  const tours = await Promise.all(
    vans.map(async (van) => {
      const { stops } = (await ask('GET', `/v1/assets/${van.asset}/live`)) as LiveTour
      return { van, pending: stops.filter(({ status }) => status === 'pending') }
    }),
  )
  const busiest = tours.reduce((most, tour) => (tour.pending.length > most.pending.length ? tour : most))
  const stop = busiest.pending[1]?.stop
  if (stop === undefined) throw new Error('no van has two stops left; cancel earlier')
  await ask('POST', `/v1/assets/${busiest.van.asset}/stops/${stop}`, { status: 'canceled', replan: true })
  await followPlan(ask, busiest.van)
  return stop
}

/** Places the incident on the longest remaining route. Then all vans get a route around it. */
async function reactToIncident(
  { ask, causeIncident, setClock }: DayOptions,
  { vans, stops }: Pick<DeliveryDay, 'vans' | 'stops'>,
  blocked: string[],
  nowMs: number,
): Promise<DeliveryDay['incident']> {
  const read = async (van: SimulatedVan) => (await ask('GET', `/v1/assets/${van.asset}/live`)) as LiveTour
  const tours = await Promise.all(vans.map(async (van) => ({ van, live: await read(van) })))
  const { van, live } = tours.reduce((most, tour) =>
    (tour.live.eta_min ?? 0) > (most.live.eta_min ?? 0) ? tour : most,
  )
  const lastArrival = (tour: LiveTour) => Date.parse(tour.stops.at(-1)?.arrive_at ?? '')
  const { geometry } = (await ask('GET', `/v1/assets/${van.asset}/route?geometry=points`)) as {
    readonly geometry: readonly Point[]
  }
  const [latitude, longitude] = live.position?.at ?? [0, 0]
  const meters = geometry.map((point) => flatDistanceMeters(...point, latitude, longitude))
  const isFree = await causeIncident(geometry.slice(meters.indexOf(Math.min(...meters))), stops)
  // The service uses new traffic for live data within seconds.
  setClock(nowMs + 10_000)
  await read(van)
  setClock(nowMs + 20_000)
  const afterMs = lastArrival(await read(van))
  for (const one of vans) {
    await ask('POST', `/v1/assets/${one.asset}/route`, { reroute: true })
    const line = await followPlan(ask, one)
    if (!(await isFree(line))) blocked.push(one.asset)
  }
  return { beforeMs: lastArrival(live), afterMs, reroutedMs: lastArrival(await read(van)) }
}

async function readUsed(ask: Ask): Promise<number> {
  const { quota } = (await ask('GET', '/v1/account/usage')) as { readonly quota: { readonly used: number } }
  return quota.used
}
