import { buildSteps } from '@fairway/road/guidance/build-steps.ts'
import { type Literal, utf8 } from '@fairway/road/json/ascii.ts'
import { JsonWriter } from '@fairway/road/json/json-writer.ts'
import type { PlannedLeg } from '@fairway/road/route/leg.ts'
import type { LegTotals } from '@fairway/road/route/leg-measure.ts'
import type { AlternativePlan, Plan } from '@fairway/road/route/planner.ts'
import { type Box, routeBox } from '@fairway/road/route/route-box.ts'
import { RouteShape } from '@fairway/road/route/route-shape.ts'
import type { Snap } from '@fairway/road/snap/snapper.ts'
import type { RegionDrive } from '../engines/drives.ts'
import type { Region } from '../engines/region.ts'
import { distanceText } from './distance-text.ts'
import { IncidentWriter } from './incident-writer.ts'
import { keys } from './reply-keys.ts'
import type { RouteQuery } from './request.ts'
import { routeIds } from './route-id.ts'
import type { LocalAnswer, RouteAnswer } from './service.ts'
import { StepWriter } from './step-writer.ts'
import { measureTrip, type Trip } from './trip.ts'
import { toUpstreamReply } from './upstream-reply.ts'
import { WhyAnother } from './why-another.ts'

/**
 * Writes replies as bytes, straight from the engine's integers: objects and a serializer would cost more than finding
 * the route. One writer per thread; its memory is used again.
 */
export class ReplyWriter {
  private readonly json = new JsonWriter()
  private readonly shape = new RouteShape()
  private readonly steps = new StepWriter(this.json)
  private readonly incidents = new IncidentWriter(this.json)
  private readonly nextId = routeIds()
  private readonly why = new WhyAnother()
  private readonly endings = new WeakMap<Region, Literal>()

  /** Bytes are not copied: they are good until the next reply is written. */
  write(query: RouteQuery, answer: RouteAnswer): Uint8Array | string {
    if (answer.source === 'upstream') return JSON.stringify(toUpstreamReply(query, answer, this.nextId()))
    this.json.reset()
    this.writeRoute(query, answer)
    return this.json.view()
  }

  private writeRoute(query: RouteQuery, { region, drive, plan }: LocalAnswer): void {
    const { json } = this
    const route = measureTrip(region, drive, query.time, plan.legs, query.steps)
    const { departMs } = route
    json.literal(keys.id).text(this.nextId()).literal(keys.mode)
    this.writeTotals(query, route)
    json.literal(keys.departAt).instant(departMs)
    json.literal(keys.arriveAt).instant(departMs + route.durationCs * 10)
    this.writeWay(query, region, route)
    json.literal(keys.alternatives)
    if (plan.alternatives.length > 0) this.writeAlternatives(query, region, drive, plan)
    this.writeSnapped(region, plan.legs)
    this.writeTraffic(route)
    json.literal(this.endingOf(region))
  }

  private writeAlternatives(query: RouteQuery, region: Region, drive: RegionDrive, plan: Plan): void {
    this.why.compareWith(region, plan.legs)
    const nearestFirst = plan.alternatives.toSorted((a, b) => a.stretch - b.stretch)
    nearestFirst.forEach((alternative, index) => {
      if (index > 0) this.json.literal(keys.comma)
      this.writeAlternative(query, region, drive, alternative)
    })
  }

  private writeAlternative(query: RouteQuery, region: Region, drive: RegionDrive, alternative: AlternativePlan): void {
    const { json } = this
    json.literal(keys.distance)
    const route = measureTrip(region, drive, query.time, alternative.legs, query.steps)
    this.writeTotals(query, route)
    this.writeWay(query, region, route)
    json.literal(keys.stretch).fixed(Math.round(alternative.stretch * 1000), 3)
    json.literal(keys.sharing).fixed(Math.round(alternative.sharing * 1000), 3)
    json.literal(keys.why).text(this.why.tell(region, alternative.legs)).literal(keys.close)
  }

  /** After the key of the distance. */
  private writeTotals({ units }: RouteQuery, { distanceCm, durationCs, freeFlowCs, traffic }: Trip): void {
    const { json } = this
    json.fixed(toDecimeters(distanceCm), 4)
    if (units) json.literal(keys.distanceText).text(distanceText(distanceCm, units))
    json
      .literal(keys.eta)
      .fixed(toMilliminutes(durationCs), 3)
      .literal(keys.freeFlow)
      .fixed(toMilliminutes(freeFlowCs), 3)
    if (traffic) json.literal(keys.typical).fixed(toMilliminutes(traffic.typicalCs), 3)
  }

  /** Geometry, box, legs, steps; the last list is left open. */
  private writeWay(query: RouteQuery, region: Region, route: Trip): void {
    const { json, shape } = this
    const { network } = region.map
    const { legs } = route
    json.literal(keys.geometry)
    // Without a line and steps nobody needs the points of the way.
    const isDrawn = query.geometry !== 'none' || query.steps
    if (!isDrawn) {
      json.literal(keys.none)
      this.writeBox(routeBox(network, legs))
    } else {
      shape.clear()
      for (const leg of legs) shape.addLeg(network, leg)
      this.writeGeometry(query)
      this.writeBox(shape.box())
    }
    json.literal(keys.legs)
    legs.forEach((leg, index) => {
      if (index > 0) json.literal(keys.comma)
      this.writeLeg(leg, route.totals[index])
    })
    if (query.steps) this.writeSteps(query, region, route)
    json.literal(keys.incidents)
    this.incidents.write(network, route, query.geometry === 'none' ? undefined : shape)
  }

  private writeSteps(query: RouteQuery, region: Region, { legs, measures }: Trip): void {
    this.json.literal(keys.steps)
    const { shape } = this
    const stepsOfLegs = buildSteps(region.map.network, region.map.guidance, legs)
    let firstArc = 0
    legs.forEach(({ arcs: { length: arcs } }, index) => {
      const measured = measures[index]
      const steps = stepsOfLegs[index]
      if (!measured || !steps) return
      this.steps.write({ query, region, shape, steps, measured, index, count: legs.length, firstArc, arcs })
      firstArc += arcs + 1
    })
  }

  private writeGeometry({ geometry }: RouteQuery): void {
    const { json, shape } = this
    const { latitude, longitude, length } = shape
    if (geometry === 'points') json.points(latitude, longitude, 0, length)
    else if (geometry === 'polyline') json.polyline(5, latitude, longitude, 0, length)
    else if (geometry === 'polyline6') json.polyline(6, latitude, longitude, 0, length)
    else if (geometry === 'none') json.literal(keys.none)
    else json.literal(keys.lineString).points(longitude, latitude, 0, length).literal(keys.close)
  }

  private writeBox({ south, west, north, east }: Box): void {
    const { json } = this
    json.literal(keys.box).degrees(south).literal(keys.comma).degrees(west).literal(keys.comma)
    json.degrees(north).literal(keys.comma).degrees(east)
  }

  private writeLeg({ start, end }: PlannedLeg, totals: LegTotals | undefined): void {
    const { json } = this
    json.literal(keys.distance).fixed(toDecimeters(totals?.distanceCm ?? 0), 4)
    json.literal(keys.eta).fixed(toMilliminutes(totals?.durationCs ?? 0), 3)
    json.literal(keys.freeFlow).fixed(toMilliminutes(totals?.freeFlowCs ?? 0), 3)
    json.literal(keys.from).point(start.latitude, start.longitude)
    json.literal(keys.to).point(end.latitude, end.longitude).literal(keys.close)
  }

  private writeSnapped(region: Region, legs: readonly PlannedLeg[]): void {
    const { json } = this
    const first = legs[0]
    const last = legs.at(-1)
    if (!first || !last) throw new Error('a plan without legs')
    json.literal(keys.snappedFrom)
    this.writeSnap(region, first.start)
    json.literal(keys.snappedVia)
    for (let index = 0; index < legs.length - 1; index++) {
      if (index > 0) json.literal(keys.comma)
      this.writeSnap(region, legs[index]?.end ?? last.end)
    }
    json.literal(keys.snappedTo)
    this.writeSnap(region, last.end)
  }

  private writeTraffic({ traffic }: Trip): void {
    const { json } = this
    if (!traffic) {
      json.literal(keys.noTraffic)
      return
    }
    json.literal(keys.snapshotAt).instant(traffic.handle.state.takenAtMs)
    json.literal(keys.coverage).fixed(Math.round(traffic.coverage * 1000), 3)
  }

  /** What is the same in all replies of a map. */
  private endingOf(region: Region): Literal {
    let ending = this.endings.get(region)
    if (ending === undefined) {
      const { region: name, dataset, attribution } = region.handle
      const data = { region: name, dataset, attribution }
      ending = utf8(`},"source":"local","data":${JSON.stringify(data)}}`)
      this.endings.set(region, ending)
    }
    return ending
  }

  private writeSnap({ map }: Region, { edge, latitude, longitude, distanceMeters }: Snap): void {
    const { texts, edges, roads } = map.network
    const name = roads.name[edges.road[edge] ?? 0] ?? 0
    this.json.literal(keys.at).point(latitude, longitude)
    this.json.literal(keys.distanceMeters).fixed(Math.round(distanceMeters * 10), 1)
    this.json
      .literal(keys.name)
      .rawText(texts.bytes, texts.first[name] ?? 0, texts.first[name + 1] ?? 0)
      .literal(keys.close)
  }
}

/** Kilometres with four decimals. */
function toDecimeters(centimeters: number): number {
  return Math.round(centimeters / 10)
}
/** Minutes with three decimals: short trips last seconds. */
function toMilliminutes(centiseconds: number): number {
  return Math.round(centiseconds / 6)
}
