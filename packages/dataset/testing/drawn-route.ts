import { attributesOfLeg, buildSteps, type Plan, type PlanFailure, RouteShape, type Step } from '@fairway/road'
import type { DrawnMap, RoutingOptions } from './drawn-map.ts'

export interface RouteOptions extends RoutingOptions {
  /** Intermediate stops, each of which is a node or the midpoint of two nodes. */
  readonly via?: readonly string[]
  /** Vehicle heading at the start, in degrees clockwise from north. */
  readonly heading?: number
}

/** Snapping radius in meters. Stops are drawn nodes, so a stop must not snap to a road elsewhere. */
const SNAP_RADIUS_METERS = 1

export function findRoute(map: DrawnMap, from: string, to: string, options: RouteOptions): Plan | PlanFailure {
  const { via = [], heading = -1 } = options
  const stops = [from, ...via, to].map((stop, index) => {
    const [latitude, longitude] = map.pointOf(stop)
    return { latitude, longitude, heading: index === 0 ? heading : -1 }
  })
  const metric = map.metricFor(options)
  return map.planner.plan({ metric, stops, radiusMeters: SNAP_RADIUS_METERS, alternatives: 0 })
}

/** Returns the drawn nodes along a route, in order. */
export function toPathLetters(map: DrawnMap, { legs }: Plan): string {
  const shape = new RouteShape()
  for (const leg of legs) shape.addLeg(map.roads.network, leg)
  let path = ''
  for (let i = 0; i < shape.length; i++) {
    const letter = map.letterAt(shape.latitude[i], shape.longitude[i])
    if (!path.endsWith(letter) || letter === '') path += letter
  }
  return path
}

export function sumSeconds({ roads }: DrawnMap, { legs }: Plan): number {
  return legs.reduce((sum, leg) => sum + (attributesOfLeg(roads.network, leg).durationCs.at(-1) ?? 0), 0) / 100
}

/** Lists the driver instructions, such as `turn right` and `roundabout exit 2`. */
export function listManeuvers({ roads }: DrawnMap, { legs }: Plan): string[] {
  return buildSteps(roads.network, roads.guidance, legs).flat().map(describeStep)
}

export function listModes({ roads }: DrawnMap, { legs }: Plan): string[] {
  return buildSteps(roads.network, roads.guidance, legs)
    .flat()
    .map(({ mode }) => mode)
}

function describeStep({ type, modifier, exit }: Step): string {
  if (exit > 0 && !type.startsWith('exit')) return `${type} exit ${exit}`
  return type === 'depart' || type === 'arrive' || modifier === undefined ? type : `${type} ${modifier}`
}
