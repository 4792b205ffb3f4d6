import { KILOMETERS_PER_NAUTICAL_MILE as KILOMETERS_PER_MILE, type Position } from '@fairway/geo'
import type { SeaLeg, SeaRoute, Step } from '@fairway/sea'
import { getBearing } from './geometry.ts'
import { round, toPoint } from './numbers.ts'

/**
 * Creates the steps. Every leg begins with a departure and ends with an arrival, with the seas and passages of the
 * route in between.
 */
export function toSteps({ line, legs }: SeaRoute, isDrawn: boolean) {
  return legs.flatMap((leg, index) => {
    const stepReplies = leg.steps.map((step, stepIndex) => {
      const lastPoint = leg.steps[stepIndex + 1]?.startPoint ?? leg.lastPoint
      return toStep(line, step, { leg: index, isFirst: stepIndex === 0, lastPoint, hasGeometry: isDrawn })
    })
    return [...stepReplies, toArrivalStep(line, leg, index, isDrawn)]
  })
}

interface StepContext {
  readonly leg: number
  readonly isFirst: boolean
  readonly lastPoint: number
  readonly hasGeometry: boolean
}

function toStep(line: readonly Position[], step: Step, { leg, isFirst, lastPoint, hasGeometry }: StepContext) {
  const { startPoint, kind, id, name, nm, hours, text } = step
  return {
    leg,
    maneuver: toManeuver(line, isFirst ? 'depart' : 'continue', startPoint),
    instruction: text,
    name,
    kind,
    ...(id !== undefined && { passage: id }),
    distance_m: round(nm * KILOMETERS_PER_MILE * 1000, 1),
    distance_nm: round(nm, 3),
    duration_s: round(hours * 3600, 1),
    ...(hasGeometry && { geometry_range: [startPoint, lastPoint] }),
  }
}

function toArrivalStep(line: readonly Position[], { lastPoint }: SeaLeg, leg: number, isDrawn: boolean) {
  return {
    leg,
    maneuver: toManeuver(line, 'arrive', lastPoint),
    instruction: 'You have arrived',
    name: '',
    kind: 'arrival',
    distance_m: 0,
    distance_nm: 0,
    duration_s: 0,
    ...(isDrawn && { geometry_range: [lastPoint, lastPoint] }),
  }
}

function toManeuver(line: readonly Position[], type: 'depart' | 'continue' | 'arrive', index: number) {
  const position = line[index] ?? [0, 0]
  const previousPosition = line[index - 1]
  const nextPosition = line[index + 1]
  return {
    type,
    at: toPoint(position),
    bearing_before: previousPosition && type !== 'depart' ? getBearing(previousPosition, position) : 0,
    bearing_after: nextPosition && type !== 'arrive' ? getBearing(position, nextPosition) : 0,
  }
}
