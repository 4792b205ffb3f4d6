import type { FlightLeg } from '@fairway/air'
import type { Position } from '@fairway/geo'
import type { FlightSegment, PlannedFlight } from './flight-job.ts'
import { getBearing, round, toPoint } from './geometry.ts'

export const stepKinds = ['climb', 'fly', 'corridor', 'stop', 'land'] as const
type StepKind = (typeof stepKinds)[number]

/** Consecutive segments merged into one step. */
interface SegmentRun {
  readonly kind: StepKind
  readonly name: string
  readonly zones: readonly string[]
  first: number
  last: number
}

const compassDirections = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']

/** Ascend, fly from corridor to corridor, descend. Every leg begins with a departure and ends with an arrival. */
export function toSteps(planned: PlannedFlight, isDrawn: boolean) {
  const { legs } = planned.flight
  return legs.flatMap((leg, index) => {
    const isLast = index === legs.length - 1
    const runs = groupSegments(planned, leg)
    const stop: SegmentRun = { kind: 'stop', name: '', zones: [], first: leg.lastPoint, last: leg.lastPoint }
    const all = isLast ? runs : [...runs, stop]
    return all.map((run, at) => {
      const type = at === 0 ? 'depart' : at === all.length - 1 ? 'arrive' : 'continue'
      return toStep(planned, run, { leg: index, type, hasGeometry: isDrawn })
    })
  })
}

function groupSegments(planned: PlannedFlight, { firstPoint, lastPoint }: FlightLeg): SegmentRun[] {
  const runs: SegmentRun[] = []
  for (let at = firstPoint; at < lastPoint; at++) {
    const run = toRun(planned, at)
    const before = runs.at(-1)
    if (before && isSameRun(before, run)) before.last = run.last
    else runs.push(run)
  }
  return runs
}

function toRun({ segments, flight }: PlannedFlight, at: number): SegmentRun {
  const { corridor, zones = [] } = segments[at] ?? {}
  const name = flight.corridors.find(({ id }) => id === corridor)?.name ?? ''
  const kind = at === 0 ? 'climb' : at === segments.length - 1 ? 'land' : corridor === undefined ? 'fly' : 'corridor'
  return { kind, name, zones, first: at, last: at + 1 }
}

function isSameRun(a: SegmentRun, b: SegmentRun): boolean {
  return a.kind === b.kind && a.name === b.name && a.zones.join('\n') === b.zones.join('\n')
}

interface StepContext {
  readonly leg: number
  readonly type: 'depart' | 'continue' | 'arrive'
  readonly hasGeometry: boolean
}

function toStep(planned: PlannedFlight, run: SegmentRun, { leg, type, hasGeometry }: StepContext) {
  const { line } = planned.flight
  const runSegments = planned.segments.slice(run.first, run.last)
  const sum = (read: (segment: FlightSegment) => number) =>
    runSegments.reduce((total, segment) => total + read(segment), 0)
  const meters = sum((segment) => segment.meters)
  return {
    leg,
    maneuver: {
      type,
      at: toPoint(line[run.first] ?? [0, 0]),
      bearing_before: type === 'depart' ? 0 : getCourseAt(line, run.first, -1),
      bearing_after: type === 'arrive' ? 0 : getCourseAt(line, run.first, 1),
    },
    instruction: writeInstruction(planned, run, leg, meters),
    name: run.name,
    kind: run.kind,
    ...(run.zones.length > 0 && { zones: run.zones }),
    distance_m: round(meters, 1),
    duration_s: round(
      sum((segment) => segment.seconds),
      1,
    ),
    ...(hasGeometry && { geometry_range: [run.first, run.last] }),
  }
}

/** A vertical segment has no course, so use that of the next or previous segment. */
function getCourseAt(line: readonly Position[], index: number, step: 1 | -1): number {
  const start = line[index] ?? [0, 0]
  for (let at = index + step; at >= 0 && at < line.length; at += step) {
    const next = line[at] ?? start
    if (next[0] === start[0] && next[1] === start[1]) continue
    return step === 1 ? getBearing(start, next) : getBearing(next, start)
  }
  return 0
}

function writeInstruction({ flight }: PlannedFlight, run: SegmentRun, leg: number, meters: number): string {
  const { line, cruiseAltitudeM } = flight
  const [from = [0, 0], to = [0, 0]] = [line[run.first], line[run.last]]
  const names = run.zones.map((id) => flight.authorisationNeeded.find((zone) => zone.id === id)?.name ?? id)
  const through = names.length > 0 ? `, inside ${names.join(' and ')}: authorization needed` : ''
  switch (run.kind) {
    case 'climb':
      return `${describeClimb(flight)} ${round(cruiseAltitudeM, 1)} m${through}`
    case 'land':
      return `Descend and land${through}`
    case 'stop':
      return `You are over via[${leg}]`
    case 'corridor':
      return `Follow the corridor ${run.name}, ${formatDistance(meters)}${through}`
    case 'fly':
      return meters < 1
        ? `Stay where you are${through}`
        : `Fly ${formatDistance(meters)} to the ${compassDirections[Math.round(getBearing(from, to) / 45) % 8]}${through}`
  }
}

/** An aircraft already in the air may be above its cruise altitude. */
function describeClimb({ altitudesMeters: [from = 0, to = 0] }: PlannedFlight['flight']): string {
  if (Math.abs(to - from) < 1) return 'Stay at'
  return to > from ? 'Climb to' : 'Descend to'
}

function formatDistance(meters: number): string {
  return meters < 995 ? `${Math.round(meters / 10) * 10} m` : `${(meters / 1000).toFixed(1)} km`
}
