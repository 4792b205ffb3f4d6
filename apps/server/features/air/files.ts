import { defaultAircraft, toFlightFeature, toPlanFile } from '@fairway/air'
import type { PlannedFlight } from './flight-job.ts'
import { round, toPoint } from './geometry.ts'
import { altitudesAre, type toReply, writeEnergy } from './reply.ts'
import type { DroneQuery } from './request.ts'

/** A reply sent as a file. */
export interface FlightFile {
  readonly type: string
  readonly name: string
  readonly content: object
}

/** QGroundControl plans have no registered media type. Clients that recognize the +json suffix can read this one. */
export const PLAN_TYPE = 'application/x-qgroundcontrol-plan+json'
export const GEOJSON_TYPE = 'application/geo+json'

export function toPlan({ job }: DroneQuery, { flight, fence, pieces }: PlannedFlight, id: string): FlightFile {
  const { cruiseSpeedMs } = { ...defaultAircraft, ...job.aircraft }
  const { line, altitudesMeters, altitudesAre } = flight
  const [takeOffM = 0] = altitudesMeters
  const isKnown = altitudesAre === 'above-sea'
  const content = toPlanFile({
    line,
    altitudesMeters,
    altitudesAre,
    cruiseSpeedMs,
    groundSpeedsMs: [undefined, ...pieces.map(({ meters, seconds }) => (meters > 0 ? meters / seconds : undefined))],
    keepOut: fence,
    ...(isKnown ? { takeOffM } : job.takeOffSeaM !== undefined && { takeOffM: job.takeOffSeaM }),
  })
  return { type: PLAN_TYPE, name: `${id}.plan`, content }
}

export function toGeoJson(planned: PlannedFlight, reply: ReturnType<typeof toReply>): FlightFile {
  const { id, mode, distance_km, eta_min, depart_at, arrive_at, path, data } = reply
  const content = toFlightFeature(
    planned.flight.line.map(toPoint),
    planned.flight.altitudesMeters.map((meters) => round(meters, 1)),
    {
      mode,
      distance_km,
      eta_min,
      depart_at,
      arrive_at,
      path,
      altitudes_are: altitudesAre(planned),
      energy: writeEnergy(planned),
      attribution: data.attribution,
    },
  )
  return { type: GEOJSON_TYPE, name: `${id}.geojson`, content: { ...content, id } }
}
