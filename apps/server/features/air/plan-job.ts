import { type Flight, planFlight } from '@fairway/air'
import { enteringOf } from './entering.ts'
import { fenceAround } from './fence.ts'
import type { FlightFailure, FlightJob, FlightOutcome } from './flight-job.ts'
import { measurePieces } from './pieces.ts'
import type { FlightDesk, SkyDesk } from './runtime/airspace-service.ts'
import type { OpenSky, Surroundings } from './runtime/open-sky.ts'

/** Runs a flight job on a compute thread. The result is arbitrary after cancellation. */
export function planJob(job: FlightJob, desk: SkyDesk, isCancelled?: () => boolean): FlightOutcome {
  const open = desk.open()
  if (!open) return failed({ kind: desk.state === 'failed' ? 'sky-failed' : 'sky-awaited' })
  const { air, terrain } = open
  const around = air.lookAround()
  const plan = planFlight(around.sky, job, terrain, isCancelled)
  if (plan.kind !== 'planned') return failed({ kind: 'refused', refusal: plan })
  const { flight } = plan
  const isKnown = flight.altitudesAre === 'above-sea'
  return {
    kind: 'planned',
    flight,
    pieces: measurePieces(job, flight, around),
    fence: job.isFenced ? fenceAround(flight, around) : [],
    notes: [
      ...heightNotes(job, flight, open, around),
      ...strangeAuthorisations(job, flight, around),
      ...air.unusable.map(tellUnusable),
    ],
    version: air.version,
    attribution: [...around.attributions(), ...(isKnown && terrain ? [terrain.attribution] : [])].join('; '),
  }
}

function failed(failure: FlightFailure): FlightOutcome {
  return { kind: 'failure', failure }
}

/** Notes on the data behind the altitudes. */
function heightNotes(job: FlightJob, flight: Flight, { terrain }: FlightDesk, around: Surroundings): string[] {
  const faults = (terrain?.faults ?? []).map((why) => `terrain heights cannot be read: ${why}`)
  if (flight.altitudesAre === 'above-sea') {
    const hasGap = flight.line.some((position) => terrain?.heightAt(position) === undefined)
    const gap =
      'there is no terrain data for parts of the route; the ground there is assumed to be as high as at take-off'
    return hasGap ? [...faults, gap] : faults
  }
  const noTerrain = 'there is no terrain data for from: altitudes are above the take-off point'
  return [...faults, noTerrain, ...assumptions(job, flight, around)]
}

/** Notes on zones that the line passes over or under, evaluated without terrain data. */
function assumptions(
  { takeOffSeaM = 0 }: FlightJob,
  { line, assumedClear }: Flight,
  { zones }: Surroundings,
): string[] {
  return assumedClear.flatMap(({ id, name }) => {
    const crossed = (zones.get(id) ?? []).filter(({ volume: { outline } }) => {
      const enters = enteringOf(outline)
      return line.slice(1).some((to, at) => enters(line[at] ?? to, to))
    })
    if (crossed.length === 0) return []
    const isAboveSea = crossed.some(
      ({ volume: { band } }) => band.lower?.above === 'sea' || band.upper?.above === 'sea',
    )
    const only = isAboveSea
      ? `from is ${takeOffSeaM} m above sea level, as assumed; give take_off_sea_m`
      : 'the ground there is as high as at from, as assumed'
    return [`the flight passes over or under ${name} (${id}) only if ${only}`]
  })
}

/** A misspelled ID must not pass silently. An ID that exists but was not needed is fine. */
function strangeAuthorisations({ authorisations = [] }: FlightJob, flight: Flight, { zones }: Surroundings): string[] {
  const needed = new Set(flight.authorisationNeeded.map(({ id }) => id))
  return authorisations
    .filter((id) => !needed.has(id) && !zones.has(id))
    .map((id) => `authorisations lists ${JSON.stringify(id)}, but there is no such zone near the flight`)
}

function tellUnusable({ name }: OpenSky['unusable'][number]): string {
  return `zones of this service are missing: its file ${JSON.stringify(name)} cannot be read`
}
