import { type MatrixReply, type OptimizeReply, type OptimizeRequest, type OptimizeRoute, rowsOf } from '@fairway/client'
import type { Stop } from '../../../entry/stops.ts'
import type { DayTours } from './move-visit.ts'
import type { DayRules, ScheduledTour } from './tour-schedule.ts'

type Tables = Pick<MatrixReply, 'distances_km' | 'durations_min'>

/** Reads the rules from the solved request. Clock times are in the time zone of the browser. */
export function toDayRules(
  body: OptimizeRequest,
  { depart_at }: Pick<OptimizeReply, 'depart_at'>,
  stops: readonly Stop[],
  { distances_km, durations_min }: Tables,
): DayRules {
  const toMinutes = (clock: string) => toMinutesAfter(depart_at, clock)
  return {
    kilometers: distances_km ?? [],
    minutes: durations_min ?? [],
    vehicles: rowsOf(body).vehicles,
    service: stops.map((_, index) => getServiceMinutes(body, index)),
    windows: stops.map(({ opensAt, closesAt }, index) =>
      body.time_windows?.[index] == null
        ? undefined
        : ([toMinutes(opensAt ?? '00:00'), toMinutes(closesAt ?? '24:00')] as const),
    ),
    demands: stops.map((_, index) => Number(body.demands?.[index] ?? 0)),
    capacity: typeof body.capacity === 'number' ? body.capacity : undefined,
    shiftEnd: getShiftEnd(body),
    maxKilometers: body.max_route_km,
    maxMinutes: body.max_route_min,
    maxStops: body.max_route_stops,
  }
}

function getServiceMinutes({ service_min = 0 }: OptimizeRequest, stop: number): number {
  return typeof service_min === 'number' ? service_min : (service_min[stop] ?? 0)
}

/** Returns the end of the shift. The console sends shifts in minutes after the departure. */
function getShiftEnd({ shift }: OptimizeRequest): number | undefined {
  const end = Array.isArray(shift) ? shift[1] : undefined
  return typeof end === 'number' ? end : undefined
}

/** Returns the minutes from the departure to a time of day on the day of departure. */
export function toMinutesAfter(departAt: string, clock: string): number {
  const departure = new Date(departAt)
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const midnight = new Date(departure.getFullYear(), departure.getMonth(), departure.getDate())
  return hours * 60 + minutes - (departure.getTime() - midnight.getTime()) / 60_000
}

export function toDayTours({ routes, unassigned }: OptimizeReply, vehicleCount: number): DayTours {
  return {
    tours: Array.from({ length: vehicleCount }, (_, vehicle) =>
      (routes.find((route) => route.vehicle === vehicle)?.visits ?? []).map(({ stop }) => stop),
    ),
    unassigned: unassigned.map(({ stop }) => stop),
  }
}

const BY_HAND = 'you removed it from all tours'

/** Returns the reply that the service would give for tours that the user has rearranged. */
export function toEditedReply(
  original: OptimizeReply,
  rules: DayRules,
  tours: readonly ScheduledTour[],
  unassignedStops: readonly number[],
): OptimizeReply {
  const routes = tours.filter(({ visits }) => visits.length > 0).map((tour) => toRoute(rules, tour, original.depart_at))
  const sum = (value: (route: OptimizeRoute) => number) => routes.reduce((total, route) => total + value(route), 0)
  return {
    ...original,
    routes,
    order: routes.flatMap(({ order }) => order),
    distance_km: sum(({ distance_km }) => distance_km),
    duration_min: sum(({ duration_min }) => duration_min),
    unassigned: unassignedStops.map(
      (stop) => original.unassigned.find((unassignedStop) => unassignedStop.stop === stop) ?? { stop, why: BY_HAND },
    ),
  }
}

function toRoute(rules: DayRules, tour: ScheduledTour, departAt: string): OptimizeRoute {
  const toInstant = (minutes: number) => new Date(Date.parse(departAt) + 60_000 * minutes).toISOString()
  const { start, end } = rules.vehicles[tour.vehicle] ?? { start: undefined, end: undefined }
  const isStop = (row: number | undefined): row is number => row !== undefined && row < rules.service.length
  return {
    vehicle: tour.vehicle,
    order: [
      ...(isStop(start) ? [start] : []),
      ...tour.visits.map(({ stop }) => stop),
      ...(isStop(end) && end !== start ? [end] : []),
    ],
    distance_km: tour.kilometers,
    duration_min: tour.ends - tour.leaves,
    driving_min: tour.driving,
    service_min: tour.serviceMinutes,
    waiting_min: tour.waiting,
    leaves_min: tour.leaves,
    ends_min: tour.ends,
    leaves_at: toInstant(tour.leaves),
    ends_at: toInstant(tour.ends),
    visits: tour.visits.map(({ stop, arrives, begins, leaves }) => ({
      stop,
      arrives_min: arrives,
      begins_min: begins,
      leaves_min: leaves,
      arrives_at: toInstant(arrives),
      begins_at: toInstant(begins),
      leaves_at: toInstant(leaves),
      waiting_min: begins - arrives,
    })),
    ...(rules.demands.some((demand) => demand > 0) ? { load: [tour.load] } : {}),
  }
}
