import { flatDistanceMeters } from '@fairway/geo'
import type { AnnotationName } from '../request/route-options.ts'
import { type Leg, toLegRange } from './legs.ts'
import type { RouteLine } from './route-line.ts'
import { roundTenths } from './steps.ts'

/**
 * Returns the annotations of each segment of a leg. The duration of a step is divided among its segments in proportion
 * to their length. The maps do not contain OpenStreetMap node ids, so `nodes` is omitted.
 */
export function annotateLeg(leg: Leg, line: RouteLine, names: readonly AnnotationName[]): object {
  const [from, to] = toLegRange(leg)
  const distances: number[] = []
  for (let i = from; i < to; i++) distances.push(measureSegment(line, i))
  const durations = new Array<number>(distances.length).fill(0)
  for (const { geometry_range, duration_s } of leg.steps) {
    const [start, end] = geometry_range ?? [0, 0]
    const lengths = distances.slice(start - from, end - from)
    const total = lengths.reduce((sum, length) => sum + length, 0)
    for (const [index, length] of lengths.entries())
      durations[start - from + index] = total > 0 ? (duration_s * length) / total : duration_s / lengths.length
  }
  const seconds = durations.map(roundThousandths)
  const values: Readonly<Record<Exclude<AnnotationName, 'nodes'>, readonly number[]>> = {
    distance: distances.map(roundThousandths),
    duration: seconds,
    weight: seconds,
    speed: distances.map((meters, index) => roundTenths(toSpeed(meters, durations[index] ?? 0))),
    datasources: distances.map(() => 0),
  }
  const annotation: Record<string, unknown> = {}
  for (const name of names) if (name !== 'nodes') annotation[name] = values[name]
  return { ...annotation, ...(names.includes('datasources') && { metadata: { datasource_names: ['fairway'] } }) }
}

function measureSegment(line: RouteLine, segment: number): number {
  if (segment + 1 >= line.length) return 0
  return flatDistanceMeters(...line.pointAt(segment), ...line.pointAt(segment + 1))
}

function toSpeed(meters: number, seconds: number): number {
  return seconds > 0 ? meters / seconds : 0
}

function roundThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
