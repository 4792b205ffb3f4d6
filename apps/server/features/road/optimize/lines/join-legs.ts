import { encodePolyline } from '@fairway/geo'
import type { Static } from 'typebox'
import type { Step } from '../../route/api/reply-schemas.ts'
import type { GeometryFormat } from '../../route/api/schemas.ts'
import type { Point } from '../../route/points.ts'

export type DrawnStep = Static<typeof Step>

/** Leg of a tour, and the place where it ends. */
export interface DrawnLeg {
  readonly distance_km: number
  readonly eta_min: number
  readonly geometry: readonly Point[]
  readonly steps?: readonly DrawnStep[]
  readonly at: Point
  readonly stop: number | undefined
  /** Ratio of the vehicle's speed to the speed of the route. */
  readonly speedFactor: number
}

/** Joins the legs of a tour into one line. Ranges of steps and legs refer to the points of the whole line. */
export function joinLegs(
  legs: readonly DrawnLeg[],
  start: Point | undefined,
  format: GeometryFormat,
  withSteps: boolean,
) {
  const line: Point[] = []
  const steps: DrawnStep[] = []
  const hasGeometry = format !== 'none'
  const joinedLegs = legs.map((leg, index) => {
    const [first] = leg.geometry
    const last = line.at(-1)
    const continues = first && last && first[0] === last[0] && first[1] === last[1]
    const offset = continues ? line.length - 1 : line.length
    line.push(...leg.geometry.slice(continues ? 1 : 0))
    for (const { geometry_range: range, ...step } of leg.steps ?? [])
      steps.push({
        ...step,
        leg: index,
        duration_s: Math.round((10 * step.duration_s) / leg.speedFactor) / 10,
        ...(hasGeometry && range ? { geometry_range: range.map((point) => point + offset) } : {}),
      })
    return {
      ...(leg.stop === undefined ? {} : { stop: leg.stop }),
      at: leg.at,
      distance_km: leg.distance_km,
      driving_min: Math.round((1000 * leg.eta_min) / leg.speedFactor) / 1000,
      ...(hasGeometry ? { geometry_range: [offset, line.length - 1] } : {}),
    }
  })
  if (line.length === 0 && start) line.push(start)
  return {
    ...(hasGeometry ? { geometry: toGeometry(line, format) } : {}),
    legs: joinedLegs,
    ...(withSteps ? { steps } : {}),
  }
}

function toGeometry(line: readonly Point[], format: GeometryFormat): unknown {
  if (format === 'polyline' || format === 'polyline6') return encodePolyline(line, format === 'polyline' ? 5 : 6)
  if (format !== 'geojson') return line
  return { type: 'LineString', coordinates: line.map(([latitude, longitude]) => [longitude, latitude]) }
}
