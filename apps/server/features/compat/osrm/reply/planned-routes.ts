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
import type { NativeReply, NativeRoute, NativeSnap, NativeStep } from './native-route.ts'
import { RouteLine } from './route-line.ts'

type Snap = PlannedLeg['start']

/** Line that the next route reuses, because its buffers are larger than most routes. */
let sharedShape: RouteShape | undefined

/** Returns the values that the route operation would write, without writing and parsing them. */
export function toNativeReply({ query, route: { region, snapshot, plan } }: PlannedRoute): NativeReply {
  const toRoute = (legs: readonly PlannedLeg[]) =>
    toNativeRoute(query, region, measureTrip(region, snapshot, query.time, legs, query.steps))
  const { legs } = plan
  const [first, last] = [legs[0], legs.at(-1)]
  if (!first || !last) throw new Error('the route has no legs')
  return {
    ...toRoute(legs),
    alternatives: sortAlternatives(plan).map((alternative) => toRoute(alternative.legs)),
    snapped: {
      from: toNativeSnap(region, first.start),
      via: legs.slice(0, -1).map(({ end }) => toNativeSnap(region, end)),
      to: toNativeSnap(region, last.end),
    },
  }
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
    geometry: shape ? toLine(shape, query.geometry) : null,
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

/** Copies the line, with the precision of the requested format. */
function toLine({ latitude, longitude, length }: RouteShape, format: RouteQuery['geometry']): RouteLine {
  const line = { latitude: latitude.slice(0, length), longitude: longitude.slice(0, length) }
  if (format === 'polyline') for (const coordinates of [line.latitude, line.longitude]) roundToTens(coordinates)
  return new RouteLine(line)
}

/** Rounds half away from zero, as `writePolyline` does for five decimals. */
function roundToTens(coordinates: Int32Array): void {
  for (let i = 0; i < coordinates.length; i++) {
    const value = coordinates[i] ?? 0
    coordinates[i] = Math.trunc((value + (value < 0 ? -5 : 5)) / 10) * 10
  }
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
