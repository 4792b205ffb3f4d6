import { type Flight, planFlight } from '@fairway/air'
import type { Airspace, AirspaceView } from '../../maps/airspace/airspace.ts'
import type { FlightFailure, FlightJob, FlightOutcome } from './flight-job.ts'
import { buildGeofence } from './geofence.ts'
import type { AirspaceService, FlightData } from './runtime/airspace-service.ts'
import { measureSegments } from './segments.ts'
import { createEntryTest } from './zone-entries.ts'

/** Runs a flight job on a compute thread. The result is arbitrary after cancellation. */
export function planFlightJob(
  job: FlightJob,
  airspaceService: AirspaceService,
  isCancelled?: () => boolean,
): FlightOutcome {
  const flightData = airspaceService.open()
  if (!flightData) return toFailedOutcome({ kind: airspaceService.state === 'failed' ? 'sky-failed' : 'sky-awaited' })
  const { air, terrain } = flightData
  const airspaceView = air.createView()
  const outcome = planFlight(airspaceView.sky, job, terrain, isCancelled)
  if (outcome.kind !== 'planned') return toFailedOutcome({ kind: 'refused', refusal: outcome })
  const { flight } = outcome
  const isAboveSea = flight.altitudesAre === 'above-sea'
  return {
    kind: 'planned',
    flight,
    segments: measureSegments(job, flight, airspaceView),
    fence: job.isFenced ? buildGeofence(flight, airspaceView) : [],
    notes: [
      ...listHeightNotes(job, flight, flightData, airspaceView),
      ...listUnusedAuthorizations(job, flight, airspaceView),
      ...air.unusable.map(describeUnusableFile),
    ],
    version: air.version,
    attribution: [...airspaceView.attributions(), ...(isAboveSea && terrain ? [terrain.attribution] : [])].join('; '),
  }
}

function toFailedOutcome(failure: FlightFailure): FlightOutcome {
  return { kind: 'failure', failure }
}

/** Notes on the data behind the altitudes. */
function listHeightNotes(
  job: FlightJob,
  flight: Flight,
  { terrain }: FlightData,
  airspaceView: AirspaceView,
): string[] {
  const terrainNotes = (terrain?.faults ?? []).map((terrainError) => `terrain heights cannot be read: ${terrainError}`)
  if (flight.altitudesAre === 'above-sea') {
    const hasGap = flight.line.some((position) => terrain?.heightAt(position) === undefined)
    const gap =
      'there is no terrain data for parts of the route; the ground there is assumed to be as high as at take-off'
    return hasGap ? [...terrainNotes, gap] : terrainNotes
  }
  const noTerrainNote = 'there is no terrain data for the take-off point, so altitudes are measured from it'
  return [...terrainNotes, noTerrainNote, ...listAssumptions(job, flight, airspaceView)]
}

/** Notes on zones that the line passes over or under, evaluated without terrain data. */
function listAssumptions(
  { takeOffElevationM = 0 }: FlightJob,
  { line, assumedClear }: Flight,
  { zones }: AirspaceView,
): string[] {
  return assumedClear.flatMap(({ id, name }) => {
    const crossedZones = (zones.get(id) ?? []).filter(({ volume: { outline } }) => {
      const entersOutline = createEntryTest(outline)
      return line.slice(1).some((to, index) => entersOutline(line[index] ?? to, to))
    })
    if (crossedZones.length === 0) return []
    const isAboveSea = crossedZones.some(
      ({ volume: { band } }) => band.lower?.above === 'sea' || band.upper?.above === 'sea',
    )
    const conditionText = isAboveSea
      ? `from is ${takeOffElevationM} m above sea level, as assumed; give take_off_sea_m`
      : 'the ground there is as high as at the take-off point, as assumed'
    return [`the flight passes over or under ${name} (${id}) only if ${conditionText}`]
  })
}

/** A misspelled ID must not pass silently. An ID that exists but was not needed is fine. */
function listUnusedAuthorizations(
  { authorisations = [] }: FlightJob,
  flight: Flight,
  { zones }: AirspaceView,
): string[] {
  const neededIds = new Set(flight.authorisationNeeded.map(({ id }) => id))
  return authorisations
    .filter((id) => !neededIds.has(id) && !zones.has(id))
    .map((id) => `authorisations lists ${JSON.stringify(id)}, but there is no such zone near the flight`)
}

function describeUnusableFile({ name }: Airspace['unusable'][number]): string {
  return `some zones are missing because the zone file ${JSON.stringify(name)} cannot be read`
}
