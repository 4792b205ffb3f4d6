import { defaultAircraft, toFlightFeature, toPlanFile } from '@fairway/air'
import type { PlannedFlight } from './flight-job.ts'
import { round, toPoint } from './geometry.ts'
import { toAltitudeReference, type toDroneReply, toEnergyReply } from './reply.ts'
import type { DroneQuery } from './request.ts'

/** Reply sent as a file. */
export interface FlightFile {
  readonly type: string
  readonly name: string
  readonly content: object
}

/**
 * Media type of QGroundControl plans, which have no registered type. Clients that recognize the +json suffix can read
 * these plans.
 */
export const PLAN_MEDIA_TYPE = 'application/x-qgroundcontrol-plan+json'
export const GEOJSON_MEDIA_TYPE = 'application/geo+json'

export function toMissionFile({ job }: DroneQuery, { flight, fence, segments }: PlannedFlight, id: string): FlightFile {
  const { cruiseSpeedMs } = { ...defaultAircraft, ...job.aircraft }
  const { line, altitudesMeters, altitudesAre } = flight
  const [takeOffAltitudeM = 0] = altitudesMeters
  const isAboveSea = altitudesAre === 'above-sea'
  const content = toPlanFile({
    line,
    altitudesMeters,
    altitudesAre,
    cruiseSpeedMs,
    groundSpeedsMs: [undefined, ...segments.map(({ meters, seconds }) => (meters > 0 ? meters / seconds : undefined))],
    keepOutOutlines: fence,
    ...(isAboveSea
      ? { takeOffElevationM: takeOffAltitudeM }
      : job.takeOffElevationM !== undefined && { takeOffElevationM: job.takeOffElevationM }),
  })
  return { type: PLAN_MEDIA_TYPE, name: `${id}.plan`, content }
}

export function toGeoJsonFile(plannedFlight: PlannedFlight, reply: ReturnType<typeof toDroneReply>): FlightFile {
  const { id, mode, distance_km, eta_min, depart_at, arrive_at, path, data } = reply
  const content = toFlightFeature(
    plannedFlight.flight.line.map(toPoint),
    plannedFlight.flight.altitudesMeters.map((meters) => round(meters, 1)),
    {
      mode,
      distance_km,
      eta_min,
      depart_at,
      arrive_at,
      path,
      altitudes_are: toAltitudeReference(plannedFlight),
      energy: toEnergyReply(plannedFlight),
      attribution: data.attribution,
    },
  )
  return { type: GEOJSON_MEDIA_TYPE, name: `${id}.geojson`, content: { ...content, id } }
}
