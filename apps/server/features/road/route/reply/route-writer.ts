import {
  type AlternativePlan,
  type JsonWriter,
  type Literal,
  type Plan,
  type PlannedLeg,
  type Snap,
  utf8Literal,
  withArcDurations,
} from '@fairway/road'
import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import type { RouteQuery } from '../api/request.ts'
import type { ElectricRoute } from '../electric/electric-route.ts'
import type { LocalRoute } from '../service.ts'
import { measureTrip, type Trip } from '../trip.ts'
import { AlternativeReason } from './alternative-reason.ts'
import { formatDistance } from './distance-text.ts'
import { writeEmissions } from './emission-writer.ts'
import { PathWriter } from './path-writer.ts'
import { nameOfSnap, sortAlternatives } from './planned-route.ts'
import { keys } from './reply-keys.ts'
import { toDecimeters, toMilliminutes } from './rounding.ts'

const encoder = new TextEncoder()

/** Writes routes on local maps, each as a complete object. */
export class RouteWriter {
  readonly path: PathWriter
  private readonly json: JsonWriter
  private readonly alternativeReason = new AlternativeReason()
  private readonly encodedReplyEndings = new WeakMap<Region, Literal>()

  constructor(json: JsonWriter) {
    this.json = json
    this.path = new PathWriter(json)
  }

  /** Writes a route. `addAlternative` returns the id of an alternative; only routes without alternatives can omit it. */
  write(
    query: RouteQuery,
    { region, snapshot, plan, electric }: LocalRoute,
    route: Trip,
    id: string,
    addAlternative?: (alternative: AlternativePlan) => string,
  ): void {
    const { json } = this
    json.literal(keys.id).string(id).literal(keys.mode)
    this.writeTotals(query, route)
    if (query.emissions) writeEmissions(json, query, withArcDurations(region.map.network, snapshot.metric), route)
    this.writeTimes(route)
    this.path.write(query, region, route, electric?.chargePermille)
    json.literal(keys.alternatives)
    if (plan.alternatives.length > 0) {
      if (!addAlternative) throw new Error('the alternatives have no ids')
      this.writeAlternatives(query, region, snapshot, plan, addAlternative)
    }
    this.writeSnapped(region, plan.legs, electric)
    this.writeTraffic(route)
    json.literal(this.getReplyEnding(region))
  }

  private writeAlternatives(
    query: RouteQuery,
    region: Region,
    snapshot: MetricSnapshot,
    path: Plan,
    addAlternative: (alternative: AlternativePlan) => string,
  ): void {
    this.alternativeReason.setBestRoute(region, path.legs)
    sortAlternatives(path).forEach((alternative, index) => {
      if (index > 0) this.json.literal(keys.comma)
      this.writeAlternative(query, region, snapshot, alternative, addAlternative(alternative))
    })
  }

  private writeAlternative(
    query: RouteQuery,
    region: Region,
    snapshot: MetricSnapshot,
    alternative: AlternativePlan,
    id: string,
  ): void {
    const { json } = this
    json.literal(keys.id).string(id).literal(keys.distanceAfterId)
    const route = measureTrip(region, snapshot, query.time, alternative.legs, query.steps)
    this.writeTotals(query, route)
    if (query.emissions) writeEmissions(json, query, withArcDurations(region.map.network, snapshot.metric), route)
    this.writeTimes(route)
    this.path.write(query, region, route)
    json.literal(keys.stretch).fixed(Math.round(alternative.stretch * 1000), 3)
    json.literal(keys.sharing).fixed(Math.round(alternative.sharing * 1000), 3)
    json.literal(keys.why).string(this.alternativeReason.describe(region, alternative.legs)).literal(keys.closeObject)
  }

  private writeTimes({ departMs, durationCs }: Trip): void {
    this.json.literal(keys.departAt).timestamp(departMs)
    this.json.literal(keys.arriveAt).timestamp(departMs + durationCs * 10)
  }

  /** Writes the totals after the distance key. */
  private writeTotals({ units }: RouteQuery, { distanceCm, durationCs, freeFlowCs, traffic }: Trip): void {
    const { json } = this
    json.fixed(toDecimeters(distanceCm), 4)
    if (units) json.literal(keys.distanceText).string(formatDistance(distanceCm, units))
    json
      .literal(keys.eta)
      .fixed(toMilliminutes(durationCs), 3)
      .literal(keys.freeFlow)
      .fixed(toMilliminutes(freeFlowCs), 3)
    if (traffic) json.literal(keys.typical).fixed(toMilliminutes(traffic.typicalCs), 3)
  }

  private writeSnapped(region: Region, legs: readonly PlannedLeg[], electric: ElectricRoute | undefined): void {
    const { json } = this
    const first = legs[0]
    const last = legs.at(-1)
    if (!first || !last) throw new Error('the route has no legs')
    if (electric) json.literal(keys.energy).raw(encoder.encode(JSON.stringify(electric.energy)))
    json.literal(electric ? keys.snappedFromAfterEnergy : keys.snappedFrom)
    this.writeSnap(region, first.start)
    json.literal(keys.snappedVia)
    let isFirst = true
    for (let index = 0; index < legs.length - 1; index++) {
      if (electric?.stationLegs.has(index)) continue
      if (!isFirst) json.literal(keys.comma)
      isFirst = false
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
    json.literal(keys.snapshotAtBySource[traffic.source]).timestamp(traffic.handle.state.takenAtMs)
    json.literal(keys.coverage).fixed(Math.round(traffic.coverage * 1000), 3)
  }

  /** Returns the ending of a reply, which is the same for all routes on a map. */
  private getReplyEnding(region: Region): Literal {
    let replyEnding = this.encodedReplyEndings.get(region)
    if (replyEnding === undefined) {
      const { region: name, dataset, attribution } = region.handle
      const data = { region: name, dataset, attribution }
      replyEnding = utf8Literal(`},"source":"local","data":${JSON.stringify(data)}}`)
      this.encodedReplyEndings.set(region, replyEnding)
    }
    return replyEnding
  }

  private writeSnap({ map }: Region, snap: Snap): void {
    const { texts } = map.network
    const name = nameOfSnap(map, snap)
    this.json.literal(keys.at).point(snap.latitude, snap.longitude)
    this.json.literal(keys.distanceMeters).fixed(Math.round(snap.distanceMeters * 10), 1)
    this.json
      .literal(keys.name)
      .rawString(texts.bytes, texts.first[name] ?? 0, texts.first[name + 1] ?? 0)
      .literal(keys.closeObject)
  }
}
