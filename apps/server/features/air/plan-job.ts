import { type Flight, makeCap, type Peak, planFlight, toVector } from '@fairway/air'
import { describePoint } from '@fairway/geo'
import type { Airspace, AirspaceView } from '../../maps/airspace/airspace.ts'
import type { FlightFailure, FlightJob, FlightOutcome } from './flight-job.ts'
import { buildGeofence } from './geofence.ts'
import { assumePeaks, type PeakAssumption } from './known-peaks.ts'
import type { AirspaceService, FlightData } from './runtime/airspace-service.ts'
import { measureSegments } from './segments.ts'
import { createEntryTest } from './zone-entries.ts'

/** Runs a flight job on a compute thread. After a cancellation, the result is undefined. */
export function planFlightJob(
  job: FlightJob,
  airspaceService: AirspaceService,
  isCancelled?: () => boolean,
): FlightOutcome {
  const flightData = airspaceService.open()
  if (!flightData) return toFailedOutcome({ kind: airspaceService.state === 'failed' ? 'sky-failed' : 'sky-awaited' })
  const { air, terrain } = flightData
  const airspaceView = air.createView()
  const plan = (flightJob: FlightJob) => planFlight(airspaceView.sky, flightJob, terrain, isCancelled)
  const { outcome, peaks } = keepClearOfPeaks(job, plan(job), plan)
  if (outcome.kind !== 'planned') return toFailedOutcome({ kind: 'refused', refusal: outcome })
  const { flight } = outcome
  const isAboveSea = flight.altitudesAre === 'above-sea'
  return {
    kind: 'planned',
    flight,
    segments: measureSegments(job, flight, airspaceView),
    fence: job.isFenced ? buildGeofence(flight, airspaceView) : [],
    notes: [
      ...listUncheckedNotes(job, air),
      ...listHeightNotes({ ...job, ...peaks }, flight, flightData, airspaceView),
      ...(peaks ? [describePeaks(peaks)] : []),
      ...listSampleNotes(flight, air),
      ...listUnusedAuthorizations(job, flight, airspaceView),
      ...air.unusable.map(describeUnusableFile),
    ],
    version: air.version,
    attribution: [
      ...airspaceView.attributions(),
      ...(isAboveSea && terrain ? [terrain.attribution] : []),
      ...(peaks?.town === undefined ? [] : [TOWN_HEIGHTS_ATTRIBUTION]),
    ].join('; '),
  }
}

interface ClearedOutcome {
  readonly outcome: ReturnType<typeof planFlight>
  readonly peaks?: PeakAssumption
}

/** Replans a flight that passes near known peaks, treating the peaks as ground because there is no terrain data. */
function keepClearOfPeaks(
  job: FlightJob,
  outcome: ClearedOutcome['outcome'],
  plan: (job: FlightJob) => ClearedOutcome['outcome'],
): ClearedOutcome {
  if (outcome.kind !== 'planned' || outcome.flight.altitudesAre === 'above-sea') return { outcome }
  const peaks = assumePeaks(job, outcome.flight.line)
  if (!peaks) return { outcome }
  const clearedPlan = plan({ ...job, peaks: peaks.peaks, takeOffElevationM: peaks.takeOffElevationM })
  if (clearedPlan.kind !== 'range-exceeded') return { outcome: clearedPlan, peaks }
  return { outcome: { ...clearedPlan, peaks: peaks.crossedPeaks.slice(0, MAX_NAMED_PEAKS).map(describePeak) }, peaks }
}

const MAX_NAMED_PEAKS = 5
const TOWN_HEIGHTS_ATTRIBUTION = 'Heights of towns: GeoNames (CC BY 4.0)'
const describePeak = ({ name, meters }: Peak) => `${name} (${meters} m)`

function describePeaks({ crossedPeaks, takeOffElevationM, town }: PeakAssumption): string {
  const names = crossedPeaks.slice(0, MAX_NAMED_PEAKS).map(describePeak).join(', ')
  const source = town === undefined ? '' : `, like ${town}, unless you give take_off_sea_m`
  return `the flight passes known peaks (${names}) with a default clearance, because there is no terrain data; ${describePoint('from')} is assumed to be ${takeOffElevationM} m above sea level${source}`
}

/**
 * The zone files are assumed to cover a stop if a zone is at most this distance in meters away. Official zone data is
 * dense.
 */
const MAX_ZONE_DISTANCE_METERS = 50_000

/** Lists notes on conditions that the service cannot check, so that no reply is mistaken for a clearance. */
function listUncheckedNotes({ from, to, via = [], wind }: FlightJob, air: Airspace): string[] {
  const hasZonesNearStops = [from, ...via, to].every((stop) =>
    air.hasFileZonesNear(makeCap(toVector(stop), MAX_ZONE_DISTANCE_METERS)),
  )
  const zonesNote = air.hasAerodromes
    ? 'only the zones around aerodromes were checked, not national and local zones; ask the aviation authority about those'
    : 'national and local zones and aerodromes were not checked; ask the aviation authority'
  const weatherNote = wind
    ? 'neither the weather (other than the given wind) nor temporary restrictions (NOTAM) were checked'
    : 'neither the weather nor temporary restrictions (NOTAM) were checked, and calm air is assumed'
  return hasZonesNearStops ? [weatherNote] : [zonesNote, weatherNote]
}

function listSampleNotes({ corridors }: Flight, { sampleIds }: Airspace): string[] {
  const samples = corridors.filter(({ id }) => sampleIds.has(id)).map(({ name }) => name)
  return samples.length === 0
    ? []
    : [`the flight follows sample corridors, which no authority has approved: ${samples.join(', ')}`]
}

function toFailedOutcome(failure: FlightFailure): FlightOutcome {
  return { kind: 'failure', failure }
}

/** Lists notes on the data behind the altitudes. */
function listHeightNotes(
  job: FlightJob,
  flight: Flight,
  { terrain }: FlightData,
  airspaceView: AirspaceView,
): string[] {
  const terrainNotes = (terrain?.faults ?? []).map((terrainError) => `terrain heights cannot be read: ${terrainError}`)
  if (flight.altitudesAre === 'above-sea') {
    const hasTerrainGap = flight.line.some((position) => terrain?.heightAt(position) === undefined)
    const gap =
      'there is no terrain data for parts of the route; the ground there is assumed to be as high as at the takeoff point'
    return hasTerrainGap ? [...terrainNotes, gap] : terrainNotes
  }
  const noTerrainNote =
    'terrain was not checked, because there is no terrain data for the takeoff point; altitudes are measured from that point, and the ground is assumed to be flat'
  return [...terrainNotes, noTerrainNote, ...listAssumptions(job, flight, airspaceView)]
}

/** Lists notes on the heights that are assumed for zones above or below the line, because there is no terrain data. */
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
      ? `${describePoint('from')} is ${takeOffElevationM} m above sea level, which is assumed unless you give take_off_sea_m`
      : 'the ground there is as high as at the takeoff point, which is assumed'
    return [`the flight passes over or under ${name} (${id}) only if ${conditionText}`]
  })
}

/**
 * Lists unused authorizations, because a misspelled id must not pass silently. An existing id that was not needed is
 * valid.
 */
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
