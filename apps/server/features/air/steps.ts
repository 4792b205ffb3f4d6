import type { FlightLeg } from '@fairway/air'
import type { Position } from '@fairway/geo'
import type { FlightSegment, PlannedFlight } from './flight-job.ts'
import { getBearing, round, toPoint } from './geometry.ts'

export const stepKinds = ['climb', 'fly', 'corridor', 'stop', 'land'] as const
type StepKind = (typeof stepKinds)[number]

/** Consecutive segments that form one step. */
interface SegmentRun {
  readonly kind: StepKind
  readonly name: string
  readonly zones: readonly string[]
  first: number
  last: number
}

const compassDirections = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest']

/**
 * Creates the steps of a flight: ascend, fly from corridor to corridor, descend. Every leg begins with a departure and
 * ends with an arrival.
 */
export function toSteps(plannedFlight: PlannedFlight, isDrawn: boolean) {
  const { legs } = plannedFlight.flight
  return legs.flatMap((leg, index) => {
    const isLast = index === legs.length - 1
    const segmentRuns = groupSegments(plannedFlight, leg)
    const stop: SegmentRun = { kind: 'stop', name: '', zones: [], first: leg.lastPoint, last: leg.lastPoint }
    const allRuns = isLast ? segmentRuns : [...segmentRuns, stop]
    return allRuns.map((run, runIndex) => {
      const type = runIndex === 0 ? 'depart' : runIndex === allRuns.length - 1 ? 'arrive' : 'continue'
      return toStep(plannedFlight, run, { leg: index, type, hasGeometry: isDrawn })
    })
  })
}

function groupSegments(plannedFlight: PlannedFlight, { firstPoint, lastPoint }: FlightLeg): SegmentRun[] {
  const segmentRuns: SegmentRun[] = []
  for (let index = firstPoint; index < lastPoint; index++) {
    const run = toSegmentRun(plannedFlight, index)
    const previousRun = segmentRuns.at(-1)
    if (previousRun && isSameRun(previousRun, run)) previousRun.last = run.last
    else segmentRuns.push(run)
  }
  return segmentRuns
}

function toSegmentRun({ segments, flight }: PlannedFlight, index: number): SegmentRun {
  const { corridor, zones = [] } = segments[index] ?? {}
  const name = flight.corridors.find(({ id }) => id === corridor)?.name ?? ''
  const kind =
    index === 0 ? 'climb' : index === segments.length - 1 ? 'land' : corridor === undefined ? 'fly' : 'corridor'
  return { kind, name, zones, first: index, last: index + 1 }
}

function isSameRun(a: SegmentRun, b: SegmentRun): boolean {
  return a.kind === b.kind && a.name === b.name && a.zones.join('\n') === b.zones.join('\n')
}

interface StepContext {
  readonly leg: number
  readonly type: 'depart' | 'continue' | 'arrive'
  readonly hasGeometry: boolean
}

function toStep(plannedFlight: PlannedFlight, run: SegmentRun, { leg, type, hasGeometry }: StepContext) {
  const { line } = plannedFlight.flight
  const runSegments = plannedFlight.segments.slice(run.first, run.last)
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
    instruction: writeInstruction(plannedFlight, run, leg, meters),
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

/** Returns the course at a point. A vertical segment has no course, so the next or previous segment is used. */
function getCourseAt(line: readonly Position[], index: number, step: 1 | -1): number {
  const start = line[index] ?? [0, 0]
  for (let nextIndex = index + step; nextIndex >= 0 && nextIndex < line.length; nextIndex += step) {
    const next = line[nextIndex] ?? start
    if (next[0] === start[0] && next[1] === start[1]) continue
    return step === 1 ? getBearing(start, next) : getBearing(next, start)
  }
  return 0
}

function writeInstruction({ flight }: PlannedFlight, run: SegmentRun, leg: number, meters: number): string {
  const { line, cruiseAltitudeM } = flight
  const [from = [0, 0], to = [0, 0]] = [line[run.first], line[run.last]]
  const names = run.zones.map((id) => flight.authorisationNeeded.find((zone) => zone.id === id)?.name ?? id)
  const zoneNote = names.length > 0 ? `, inside ${names.join(' and ')}: authorization needed` : ''
  switch (run.kind) {
    case 'climb':
      return `${describeClimb(flight)} ${round(cruiseAltitudeM, 1)} m${zoneNote}`
    case 'land':
      return `Descend and land${zoneNote}`
    case 'stop':
      return `You are over via[${leg}]`
    case 'corridor':
      return `Follow the corridor ${run.name}, ${formatDistance(meters)}${zoneNote}`
    case 'fly':
      return meters < 1
        ? `Stay where you are${zoneNote}`
        : `Fly ${formatDistance(meters)} to the ${compassDirections[Math.round(getBearing(from, to) / 45) % 8]}${zoneNote}`
  }
}

/** Describes the climb. An aircraft that is already in the air may be above its cruise altitude. */
function describeClimb({ altitudesMeters: [from = 0, to = 0] }: PlannedFlight['flight']): string {
  if (Math.abs(to - from) < 1) return 'Stay at'
  return to > from ? 'Climb to' : 'Descend to'
}

function formatDistance(meters: number): string {
  return meters < 995 ? `${Math.round(meters / 10) * 10} m` : `${(meters / 1000).toFixed(1)} km`
}
