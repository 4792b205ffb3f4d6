import {
  type Box,
  buildSteps,
  type Climb,
  climbOf,
  type JsonWriter,
  type LegTotals,
  type PlannedLeg,
  RouteShape,
  routeBox,
  type Step,
} from '@fairway/road'
import type { Region } from '../../../../maps/regions/region.ts'
import type { RouteQuery } from '../api/request.ts'
import type { Trip } from '../trip.ts'
import { writeDetails } from './detail-writer.ts'
import { addClimbs, writeClimb, writeHeights } from './height-writer.ts'
import { IncidentWriter } from './incident-writer.ts'
import { keys } from './reply-keys.ts'
import { toDecimeters, toMilliminutes } from './rounding.ts'
import { type PointRange, StepWriter } from './step-writer.ts'

/** Charge of an electric vehicle at the start of each arc, by leg, in tenths of a percent. */
type LegCharges = readonly (readonly number[])[]

/** Writes the geometry of a route and the data along it. */
export class PathWriter {
  /** Most recently drawn line. */
  readonly shape = new RouteShape()
  private readonly json: JsonWriter
  private readonly steps: StepWriter
  private readonly incidents: IncidentWriter

  constructor(json: JsonWriter) {
    this.json = json
    this.steps = new StepWriter(json)
    this.incidents = new IncidentWriter(json)
  }

  buildShape({ map }: Region, legs: readonly PlannedLeg[]): RouteShape {
    this.shape.clear()
    for (const leg of legs) this.shape.addLeg(map.network, leg)
    return this.shape
  }

  /** Writes the geometry, bounding box, legs, steps and incidents. The last list remains open. */
  write(query: RouteQuery, region: Region, route: Trip, chargePermille?: LegCharges): void {
    const { json, shape } = this
    const { network } = region.map
    const { legs } = route
    const climbs = network.terrain && legs.map((leg) => climbOf(network, leg))
    if (climbs) writeClimb(json, addClimbs(climbs))
    json.literal(keys.geometry)
    // The points of the route are needed only for a line, steps or details.
    const { details = [] } = query
    const needsShape = query.geometry !== 'none' || query.steps || details.length > 0
    if (!needsShape) {
      json.literal(keys.none)
      this.writeBoundingBox(routeBox(network, legs))
    } else {
      this.buildShape(region, legs)
      this.writeLine(query.geometry, 0, shape.length)
      if (query.geometry !== 'none') writeHeights(json, shape)
      if (details.length > 0) writeDetails(json, network, legs, shape, details, query.profile)
      this.writeBoundingBox(shape.box())
    }
    json.literal(keys.legs)
    legs.forEach((leg, index) => {
      if (index > 0) json.literal(keys.comma)
      this.writeLeg(leg, route.totals[index], climbs?.[index])
    })
    if (query.steps) {
      json.literal(keys.steps)
      this.writeSteps(query, region, route, listSteps(region, legs), undefined, chargePermille)
    }
    json.literal(keys.incidents)
    this.incidents.write(network, route, query.geometry === 'none' ? undefined : shape)
  }

  /** Writes the points of the drawn line from `from` up to `to`. */
  writeLine(format: RouteQuery['geometry'], from: number, to: number): void {
    const { json, shape } = this
    const { latitude, longitude } = shape
    if (format === 'points') json.points(latitude, longitude, from, to)
    else if (format === 'polyline') json.polyline(5, latitude, longitude, from, to)
    else if (format === 'polyline6') json.polyline(6, latitude, longitude, from, to)
    else if (format === 'none') json.literal(keys.none)
    else json.literal(keys.lineString).points(longitude, latitude, from, to).literal(keys.closeObject)
  }

  /** Writes all steps of the drawn route, or only the steps on a part of the line, without the brackets of the list. */
  writeSteps(
    query: RouteQuery,
    region: Region,
    { legs, measures, pausesCs }: Trip,
    stepsOfLegs: readonly (readonly Step[])[],
    range?: PointRange,
    chargePermille?: LegCharges,
  ): void {
    const { shape } = this
    let firstArc = 0
    this.steps.begin(range)
    legs.forEach(({ arcs: { length: arcCount } }, index) => {
      const legMeasure = measures[index]
      const steps = stepsOfLegs[index]
      if (!legMeasure || !steps) return
      const ends = { pauseCs: pausesCs[index] ?? 0, chargePermille: chargePermille?.[index] }
      this.steps.write({
        query,
        region,
        shape,
        steps,
        legMeasure,
        index,
        count: legs.length,
        firstArc,
        arcCount,
        ...ends,
      })
      firstArc += arcCount + 1
    })
  }

  private writeBoundingBox({ south, west, north, east }: Box): void {
    const { json } = this
    json.literal(keys.box).degrees(south).literal(keys.comma).degrees(west).literal(keys.comma)
    json.degrees(north).literal(keys.comma).degrees(east)
  }

  private writeLeg({ start, end }: PlannedLeg, totals: LegTotals | undefined, climb: Climb | undefined): void {
    const { json } = this
    json.literal(keys.distance).fixed(toDecimeters(totals?.distanceCm ?? 0), 4)
    json.literal(keys.eta).fixed(toMilliminutes(totals?.durationCs ?? 0), 3)
    json.literal(keys.freeFlow).fixed(toMilliminutes(totals?.freeFlowCs ?? 0), 3)
    if (climb) writeClimb(json, climb)
    json.literal(keys.from).point(start.latitude, start.longitude)
    json.literal(keys.to).point(end.latitude, end.longitude).literal(keys.closeObject)
  }
}

export function listSteps({ map }: Region, legs: readonly PlannedLeg[]): Step[][] {
  return buildSteps(map.network, map.guidance, legs)
}
