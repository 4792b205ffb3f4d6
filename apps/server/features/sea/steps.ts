import { KILOMETERS_PER_NAUTICAL_MILE as KILOMETERS_PER_MILE, type Position } from '@fairway/geo'
import type { SeaLeg, SeaRoute, Step } from '@fairway/sea'
import { bearing } from './geometry.ts'
import { round, toPoint } from './numbers.ts'

/** Every leg begins with a departure and ends with an arrival. The seas and passages on the route come in between. */
export function writeSteps({ line, legs }: SeaRoute, isDrawn: boolean) {
  return legs.flatMap((leg, index) => {
    const told = leg.steps.map((step, at) => {
      const lastPoint = leg.steps[at + 1]?.startPoint ?? leg.lastPoint
      return writeStep(line, step, { leg: index, isFirst: at === 0, lastPoint, isDrawn })
    })
    return [...told, arrival(line, leg, index, isDrawn)]
  })
}

interface Placing {
  readonly leg: number
  readonly isFirst: boolean
  readonly lastPoint: number
  readonly isDrawn: boolean
}

function writeStep(line: readonly Position[], step: Step, { leg, isFirst, lastPoint, isDrawn }: Placing) {
  const { startPoint, kind, id, name, nm, hours, text } = step
  return {
    leg,
    maneuver: maneuverAt(line, isFirst ? 'depart' : 'continue', startPoint),
    instruction: text,
    name,
    kind,
    ...(id !== undefined && { passage: id }),
    distance_m: round(nm * KILOMETERS_PER_MILE * 1000, 1),
    distance_nm: round(nm, 3),
    duration_s: round(hours * 3600, 1),
    ...(isDrawn && { geometry_range: [startPoint, lastPoint] }),
  }
}

function arrival(line: readonly Position[], { lastPoint }: SeaLeg, leg: number, isDrawn: boolean) {
  return {
    leg,
    maneuver: maneuverAt(line, 'arrive', lastPoint),
    instruction: 'You have arrived',
    name: '',
    kind: 'arrival',
    distance_m: 0,
    distance_nm: 0,
    duration_s: 0,
    ...(isDrawn && { geometry_range: [lastPoint, lastPoint] }),
  }
}

function maneuverAt(line: readonly Position[], type: 'depart' | 'continue' | 'arrive', index: number) {
  const at = line[index] ?? [0, 0]
  const before = line[index - 1]
  const after = line[index + 1]
  return {
    type,
    at: toPoint(at),
    bearing_before: before && type !== 'depart' ? bearing(before, at) : 0,
    bearing_after: after && type !== 'arrive' ? bearing(at, after) : 0,
  }
}
