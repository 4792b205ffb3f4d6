import {
  type AlternativePlan,
  type JsonWriter,
  type Literal,
  type Plan,
  type PlannedLeg,
  type Snap,
  utf8,
} from '@fairway/road'
import type { RegionDrive } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import type { RouteQuery } from '../api/request.ts'
import type { LocalAnswer } from '../service.ts'
import { measureTrip, type Trip } from '../trip.ts'
import { WhyAnother } from './alternative-reason.ts'
import { distanceText } from './distance-text.ts'
import { WayWriter } from './path-writer.ts'
import { keys } from './reply-keys.ts'
import { toDecimeters, toMilliminutes } from './rounding.ts'

/** Writes routes on local maps, each as a complete object. */
export class RouteWriter {
  readonly way: WayWriter
  private readonly json: JsonWriter
  private readonly why = new WhyAnother()
  private readonly endings = new WeakMap<Region, Literal>()

  constructor(json: JsonWriter) {
    this.json = json
    this.way = new WayWriter(json)
  }

  write(query: RouteQuery, { region, drive, plan }: LocalAnswer, route: Trip, id: string): void {
    const { json } = this
    const { departMs } = route
    json.literal(keys.id).text(id).literal(keys.mode)
    this.writeTotals(query, route)
    json.literal(keys.departAt).instant(departMs)
    json.literal(keys.arriveAt).instant(departMs + route.durationCs * 10)
    this.way.write(query, region, route)
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
    this.way.write(query, region, route)
    json.literal(keys.stretch).fixed(Math.round(alternative.stretch * 1000), 3)
    json.literal(keys.sharing).fixed(Math.round(alternative.sharing * 1000), 3)
    json.literal(keys.why).text(this.why.tell(region, alternative.legs)).literal(keys.close)
  }

  /** Writes the totals after the distance key. */
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

  private writeSnapped(region: Region, legs: readonly PlannedLeg[]): void {
    const { json } = this
    const first = legs[0]
    const last = legs.at(-1)
    if (!first || !last) throw new Error('the route has no legs')
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

  /** The part that is the same in all replies of a map. */
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
