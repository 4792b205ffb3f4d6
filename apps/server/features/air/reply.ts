import { DEFAULT_MARGIN_M, defaultAircraft, type ZoneNote } from '@fairway/air'
import type { FlightJob, FlightSegment, PlannedFlight } from './flight-job.ts'
import { round, toBoundingBox, toGeometry, toPoint } from './geometry.ts'
import type { DroneQuery } from './request.ts'
import { toSteps } from './steps.ts'

const toKilometers = (meters: number) => round(meters / 1000, 4)
const toMinutes = (seconds: number) => round(seconds / 60, 3)

export function toDroneReply(query: DroneQuery, plannedFlight: PlannedFlight, id: string) {
  const { flight } = plannedFlight
  const includesGeometry = query.geometry !== 'none'
  return {
    id,
    mode: 'drone',
    distance_km: toKilometers(flight.distanceMeters),
    direct_km: toKilometers(flight.directMeters),
    eta_min: toMinutes(flight.durationSeconds),
    free_flow_min: toMinutes(sumNoWindSeconds(plannedFlight.segments)),
    depart_at: new Date(flight.departAtMs).toISOString(),
    arrive_at: new Date(flight.arriveAtMs).toISOString(),
    geometry: toGeometry(flight.line, flight.altitudesMeters, query.geometry),
    ...(includesGeometry && { altitudes_m: flight.altitudesMeters.map((meters) => round(meters, 1)) }),
    altitudes_are: toAltitudeReference(plannedFlight),
    bbox: toBoundingBox(flight.line),
    legs: flight.legs.map(({ from, to, distanceMeters, durationSeconds, firstPoint, lastPoint }) => ({
      distance_km: toKilometers(distanceMeters),
      eta_min: toMinutes(durationSeconds),
      free_flow_min: toMinutes(sumNoWindSeconds(plannedFlight.segments.slice(firstPoint, lastPoint))),
      from: toPoint(from),
      to: toPoint(to),
    })),
    ...(query.steps && { steps: toSteps(plannedFlight, includesGeometry) }),
    // Airspace has no incident feed, and flights have no alternatives. The lists are part of the common route format.
    incidents: [],
    alternatives: [],
    path: flight.path,
    corridors: flight.corridors.map(({ id, name, meters }) => ({ id, name, distance_km: toKilometers(meters) })),
    energy: toEnergyReply(plannedFlight),
    zones_avoided: flight.zonesAvoided.map(toZoneReply),
    authorisation_needed: flight.authorisationNeeded.map(toZoneReply),
    conditions: toConditionsReply(query.job, plannedFlight),
    source: 'local',
    data: { region: 'air', dataset: plannedFlight.version, attribution: plannedFlight.attribution },
  }
}

export function toAltitudeReference({ flight }: PlannedFlight): 'above_sea' | 'above_take_off' {
  return flight.altitudesAre === 'above-sea' ? 'above_sea' : 'above_take_off'
}

function sumNoWindSeconds(segments: readonly FlightSegment[]): number {
  return segments.reduce((sum, segment) => sum + segment.noWindSeconds, 0)
}

export function toEnergyReply({ flight }: PlannedFlight) {
  const { neededPct, reservePct, rangeKm, neededKm, usableKm } = flight.energy
  return {
    needed_pct: round(neededPct, 1),
    reserve_pct: round(reservePct, 1),
    range_km: round(rangeKm, 3),
    needed_km: round(neededKm, 3),
    usable_km: round(usableKm, 3),
  }
}

function toZoneReply({ id, name, rule, times, authorities, message }: ZoneNote) {
  return { id, name, rule, times, authorities: [...authorities], ...(message !== undefined && { message }) }
}

/** Returns the conditions used for planning, including defaults. */
function toConditionsReply(job: FlightJob, { flight }: PlannedFlight) {
  const aircraft = { ...defaultAircraft, ...job.aircraft }
  return {
    altitude_m: round(flight.cruiseAltitudeM, 1),
    margin_m: job.marginM ?? DEFAULT_MARGIN_M,
    corridors: job.corridors ?? 'prefer',
    wind: { speed_ms: job.wind?.speedMs ?? 0, from_deg: job.wind?.fromDeg ?? 0 },
    aircraft: {
      cruise_speed_ms: aircraft.cruiseSpeedMs,
      range_km: aircraft.rangeKm,
      reserve_pct: aircraft.reservePct,
      max_altitude_m: aircraft.maxAltitudeM,
      climb_rate_ms: aircraft.climbRateMs,
      wind_limit_ms: aircraft.windLimitMs,
    },
  }
}
