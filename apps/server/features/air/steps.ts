import type { FlightLeg } from '@fairway/air'
import type { Position } from '@fairway/geo'
import type { FlightPiece, PlannedFlight } from './flight-job.ts'
import { bearing, round, toPoint } from './geometry.ts'

export const stepKinds = ['climb', 'fly', 'corridor', 'stop', 'land'] as const
type StepKind = (typeof stepKinds)[number]

/** Consecutive segments merged into one step. */
interface Run {
  readonly kind: StepKind
  readonly name: string
  readonly zones: readonly string[]
  first: number
  last: number
}

const directions = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']

/** Ascend, fly from corridor to corridor, descend. Every leg begins with a departure and ends with an arrival. */
export function writeSteps(planned: PlannedFlight, isDrawn: boolean) {
  const { legs } = planned.flight
  return legs.flatMap((leg, index) => {
    const isLast = index === legs.length - 1
    const runs = runsOf(planned, leg)
    const stop: Run = { kind: 'stop', name: '', zones: [], first: leg.lastPoint, last: leg.lastPoint }
    const all = isLast ? runs : [...runs, stop]
    return all.map((run, at) => {
      const type = at === 0 ? 'depart' : at === all.length - 1 ? 'arrive' : 'continue'
      return writeStep(planned, run, { leg: index, type, isDrawn })
    })
  })
}

function runsOf(planned: PlannedFlight, { firstPoint, lastPoint }: FlightLeg): Run[] {
  const runs: Run[] = []
  for (let at = firstPoint; at < lastPoint; at++) {
    const run = runAt(planned, at)
    const before = runs.at(-1)
    if (before && isSame(before, run)) before.last = run.last
    else runs.push(run)
  }
  return runs
}

function runAt({ pieces, flight }: PlannedFlight, at: number): Run {
  const { corridor, zones = [] } = pieces[at] ?? {}
  const name = flight.corridors.find(({ id }) => id === corridor)?.name ?? ''
  const kind = at === 0 ? 'climb' : at === pieces.length - 1 ? 'land' : corridor === undefined ? 'fly' : 'corridor'
  return { kind, name, zones, first: at, last: at + 1 }
}

function isSame(a: Run, b: Run): boolean {
  return a.kind === b.kind && a.name === b.name && a.zones.join('\n') === b.zones.join('\n')
}

interface Telling {
  readonly leg: number
  readonly type: 'depart' | 'continue' | 'arrive'
  readonly isDrawn: boolean
}

function writeStep(planned: PlannedFlight, run: Run, { leg, type, isDrawn }: Telling) {
  const { line } = planned.flight
  const own = planned.pieces.slice(run.first, run.last)
  const sum = (read: (piece: FlightPiece) => number) => own.reduce((total, piece) => total + read(piece), 0)
  const meters = sum((piece) => piece.meters)
  return {
    leg,
    maneuver: {
      type,
      at: toPoint(line[run.first] ?? [0, 0]),
      bearing_before: type === 'depart' ? 0 : courseAt(line, run.first, -1),
      bearing_after: type === 'arrive' ? 0 : courseAt(line, run.first, 1),
    },
    instruction: tell(planned, run, leg, meters),
    name: run.name,
    kind: run.kind,
    ...(run.zones.length > 0 && { zones: run.zones }),
    distance_m: round(meters, 1),
    duration_s: round(
      sum((piece) => piece.seconds),
      1,
    ),
    ...(isDrawn && { geometry_range: [run.first, run.last] }),
  }
}

/** A vertical segment has no course, so use that of the next or previous segment. */
function courseAt(line: readonly Position[], index: number, step: 1 | -1): number {
  const here = line[index] ?? [0, 0]
  for (let at = index + step; at >= 0 && at < line.length; at += step) {
    const there = line[at] ?? here
    if (there[0] === here[0] && there[1] === here[1]) continue
    return step === 1 ? bearing(here, there) : bearing(there, here)
  }
  return 0
}

function tell({ flight }: PlannedFlight, run: Run, leg: number, meters: number): string {
  const { line, cruiseAltitudeM } = flight
  const [from = [0, 0], to = [0, 0]] = [line[run.first], line[run.last]]
  const names = run.zones.map((id) => flight.authorisationNeeded.find((zone) => zone.id === id)?.name ?? id)
  const through = names.length > 0 ? `, inside ${names.join(' and ')}: authorization needed` : ''
  switch (run.kind) {
    case 'climb':
      return `${beginning(flight)} ${round(cruiseAltitudeM, 1)} m${through}`
    case 'land':
      return `Descend and land${through}`
    case 'stop':
      return `You are over via[${leg}]`
    case 'corridor':
      return `Follow the corridor ${run.name}, ${distance(meters)}${through}`
    case 'fly':
      return meters < 1
        ? `Stay where you are${through}`
        : `Fly ${distance(meters)} to the ${directions[Math.round(bearing(from, to) / 45) % 8]}${through}`
  }
}

/** An aircraft already in the air may be above its cruise altitude. */
function beginning({ altitudesMeters: [from = 0, to = 0] }: PlannedFlight['flight']): string {
  if (Math.abs(to - from) < 1) return 'Stay at'
  return to > from ? 'Climb to' : 'Descend to'
}

function distance(meters: number): string {
  return meters < 995 ? `${Math.round(meters / 10) * 10} m` : `${(meters / 1000).toFixed(1)} km`
}
