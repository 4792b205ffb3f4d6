import { type PlannedLeg, RouteShape, type Step } from '@fairway/road'
import type { Region } from '../../../../maps/regions/region.ts'
import type { RouteQuery } from '../../../road/route/api/request.ts'
import { listSteps } from '../../../road/route/reply/path-writer.ts'
import {
  endOfStep,
  nameOfSnap,
  type PlannedRoute,
  sortAlternatives,
  toTenths,
} from '../../../road/route/reply/planned-route.ts'
import { toDecimeters, toMilliminutes } from '../../../road/route/reply/rounding.ts'
import { measureTrip, type Trip } from '../../../road/route/trip.ts'
import type { Point } from '../request/coordinates.ts'
import type { NativeRoute, NativeSnap, NativeStep } from './native-route.ts'
import { RouteLine } from './route-line.ts'

type Snap = PlannedLeg['start']

/** Route shape that all routes of this thread reuse, because its buffers are larger than most routes. */
let sharedShape: RouteShape | undefined

/**
 * Lists the route and its alternatives with the values that the route operation would write. The lines share their
 * memory, so that each route is valid until the next one is listed.
 */
export function* listPlannedRoutes({ query, route: { region, snapshot, plan } }: PlannedRoute): Generator<NativeRoute> {
  for (const { legs } of [plan, ...sortAlternatives(plan)])
    yield toNativeRoute(query, region, measureTrip(region, snapshot, query.time, legs, query.steps))
}

/** Returns the snapped stops of a route. */
export function listPlannedSnaps({ route: { region, plan } }: PlannedRoute): NativeSnap[] {
  const [first] = plan.legs
  if (!first) throw new Error('the route has no legs')
  return [first.start, ...plan.legs.map(({ end }) => end)].map((snap) => toNativeSnap(region, snap))
}

function toNativeSnap(region: Region, snap: Snap): NativeSnap {
  const name = region.strings.get(nameOfSnap(region.map, snap))
  return { at: toPoint(snap.latitude, snap.longitude), distance_m: Math.round(snap.distanceMeters * 10) / 10, name }
}

function toNativeRoute(query: RouteQuery, region: Region, trip: Trip): NativeRoute {
  const { legs, totals } = trip
  const needsShape = query.geometry !== 'none' || query.steps
  const shape = needsShape ? drawShape(region, legs) : undefined
  return {
    ...toTotals(trip),
    geometry: shape ? new RouteLine(shape, query.geometry === 'polyline') : null,
    legs: legs.map((_leg, index) => toTotals(totals[index])),
    ...(query.steps && shape && { steps: toNativeSteps(region, trip, shape) }),
  }
}

/** Returns a distance and duration with the precision of a reply. */
function toTotals(totals: Pick<Trip, 'distanceCm' | 'durationCs'> | undefined) {
  const { distanceCm, durationCs } = totals ?? { distanceCm: 0, durationCs: 0 }
  return { distance_km: toDecimeters(distanceCm) / 1e4, eta_min: toMilliminutes(durationCs) / 1e3 }
}

function drawShape({ map }: Region, legs: readonly PlannedLeg[]): RouteShape {
  sharedShape ??= new RouteShape()
  sharedShape.clear()
  for (const leg of legs) sharedShape.addLeg(map.network, leg)
  return sharedShape
}

function toNativeSteps(region: Region, { legs, measures }: Trip, shape: RouteShape): NativeStep[] {
  const stepsOfLegs = listSteps(region, legs)
  const nativeSteps: NativeStep[] = []
  let firstArc = 0
  for (const [leg, { arcs }] of legs.entries()) {
    const steps = stepsOfLegs[leg] ?? []
    const { distanceCm = [], durationCs = [] } = measures[leg] ?? {}
    let from = 0
    for (const [index, step] of steps.entries()) {
      const to = endOfStep(steps[index + 1], from, arcs.length)
      const first = shape.pointOfArc[firstArc + from] ?? 0
      const at = toPoint(shape.latitude[first] ?? 0, shape.longitude[first] ?? 0)
      const geometry_range = [first, shape.pointOfArc[firstArc + to] ?? 0] as const
      const distance_m = (toTenths(distanceCm, to) - toTenths(distanceCm, from)) / 10
      const duration_s = (toTenths(durationCs, to) - toTenths(durationCs, from)) / 10
      nativeSteps.push(toNativeStep(region, step, { leg, at, distance_m, duration_s, geometry_range }))
      from = to
    }
    firstArc += arcs.length + 1
  }
  return nativeSteps
}

interface StepExtent extends Pick<NativeStep, 'leg' | 'distance_m' | 'duration_s'> {
  readonly at: Point
  readonly geometry_range: readonly [number, number]
}

function toNativeStep({ strings }: Region, step: Step, extent: StepExtent): NativeStep {
  const toText = (text: number) => (text === 0 ? undefined : strings.get(text))
  const { leg, at, distance_m, duration_s, geometry_range } = extent
  return {
    leg,
    maneuver: {
      type: step.type,
      modifier: step.modifier,
      exit: step.exit > 0 ? step.exit : undefined,
      at,
      bearing_before: step.bearingBefore,
      bearing_after: step.bearingAfter,
    },
    name: strings.get(step.name),
    ref: toText(step.ref),
    rotary_name: toText(step.rotaryName),
    pronunciation: toText(step.pronunciation),
    destinations: toText(step.destinations),
    exits: toText(step.exits),
    mode: step.mode,
    lanes: step.lanes.length > 0 ? step.lanes : undefined,
    distance_m,
    duration_s,
    driving_side: step.leftHandTraffic ? 'left' : 'right',
    geometry_range,
  }
}

function toPoint(latitude: number, longitude: number): Point {
  return [latitude / 1e6, longitude / 1e6]
}
