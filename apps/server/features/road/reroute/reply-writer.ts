import { checksumOf, readGeometry, roundedFor } from '@fairway/client'
import { JsonWriter } from '@fairway/road'
import { toRouteKey } from '../../../maps/regions/handles.ts'
import type { RouteQuery } from '../route/api/request.ts'
import { createRouteIdGenerator } from '../route/memory/route-id.ts'
import type { RouteCache } from '../route/memory/route-memory.ts'
import { listSteps } from '../route/reply/path-writer.ts'
import { toDecimeters, toMilliminutes } from '../route/reply/rounding.ts'
import { RouteWriter } from '../route/reply/route-writer.ts'
import { toUpstreamReply } from '../route/reply/upstream-reply.ts'
import type { LocalRoute } from '../route/service.ts'
import type { Trip } from '../route/trip.ts'
import { type DeltaOp, toDeltaOps } from './delta-ops.ts'
import { toCoordinates } from './previous.ts'
import { keys } from './reply-keys.ts'
import type { RerouteResult } from './rerouted.ts'

/** Writes replies as bytes. One writer per thread reuses its memory. */
export class RerouteWriter {
  private readonly json = new JsonWriter()
  private readonly route = new RouteWriter(this.json)
  private readonly nextId = createRouteIdGenerator()
  private readonly routeCache: RouteCache

  constructor(routeCache: RouteCache) {
    this.routeCache = routeCache
  }

  /** Writes a reply without copying it. The bytes are valid until the next reply is written. */
  write(rerouted: RerouteResult, format: 'delta' | 'full'): Uint8Array | string {
    const { answer, trip, previous } = rerouted
    const baseChecksum = checksumOf(previous.line)
    if (answer.source === 'upstream') return JSON.stringify(this.toUpstreamReply(rerouted, baseChecksum))
    if (!trip) throw new Error('a route of this service has no path attributes')
    this.json.reset()
    if (rerouted.isUnchanged && format === 'delta')
      this.writeHead('unchanged', rerouted, trip, baseChecksum, baseChecksum)
    else this.writeChange(rerouted, answer, trip, baseChecksum, format)
    this.writeReceipt(rerouted, trip)
    return this.json.view()
  }

  private writeChange(rerouted: RerouteResult, localRoute: LocalRoute, trip: Trip, base: string, format: string): void {
    const { query, previous, reason } = rerouted
    const shape = this.route.path.buildShape(localRoute.region, trip.legs)
    const line = roundedFor(toCoordinates(shape), previous.format)
    // If the previous route is on none of the maps, the reply contains a full route, even if the lines overlap.
    const ops = format === 'full' || reason === 'previous-lost' ? [] : toDeltaOps(previous.line, line)
    // If the lines have no common points, a full route is more useful than a delta.
    const isFullRoute = !ops.some(({ op }) => op === 'keep')
    this.writeHead(isFullRoute ? 'full' : 'delta', rerouted, trip, base, checksumOf(line))
    if (isFullRoute) this.writeRoute(query, localRoute, trip)
    else this.writeDelta(query, localRoute, trip, ops)
  }

  private writeHead(kind: string, rerouted: RerouteResult, trip: Trip, base: string, checksum: string): void {
    const { json } = this
    json.literal(keys.kind).string(kind).literal(keys.reason).string(rerouted.reason)
    json.literal(keys.base).string(base).literal(keys.checksum).string(checksum).literal(keys.distance)
    writeTrimmedNumber(json, toDecimeters(trip.distanceCm), 4)
    json.literal(keys.eta)
    writeTrimmedNumber(json, toMilliminutes(trip.durationCs), 3)
    json.literal(keys.freeFlow)
    writeTrimmedNumber(json, toMilliminutes(trip.freeFlowCs), 3)
    json.literal(keys.saved)
    writeTrimmedNumber(json, computeSavedMilliminutes(rerouted, trip), 3)
  }

  private writeReceipt({ previousDurationCs, isKept }: RerouteResult, { durationCs, traffic }: Trip): void {
    const { json } = this
    json.literal(keys.previousEta)
    if (previousDurationCs === undefined) json.literal(keys.none)
    else writeTrimmedNumber(json, toMilliminutes(previousDurationCs), 3)
    json.literal(keys.newEta)
    writeTrimmedNumber(json, toMilliminutes(durationCs), 3)
    json.literal(keys.snapshot)
    if (traffic) json.timestamp(traffic.handle.state.takenAtMs)
    else json.literal(keys.none)
    json.literal(isKept ? keys.kept : keys.changed)
  }

  private writeRoute(query: RouteQuery, localRoute: LocalRoute, trip: Trip): void {
    const id = this.nextId()
    this.json.literal(keys.route)
    this.route.write(query, localRoute, trip, id)
    this.routeCache.store(
      id,
      toRouteKey(localRoute.region.networkKey, query.profile),
      trip.legs,
      query.stops,
      query.geometry,
    )
  }

  private writeDelta(query: RouteQuery, { region }: LocalRoute, trip: Trip, ops: readonly DeltaOp[]): void {
    const { json, route } = this
    const steps = query.steps ? listSteps(region, trip.legs) : undefined
    json.literal(keys.ops)
    ops.forEach(({ op, from, to }, index) => {
      if (index > 0) json.literal(keys.comma)
      if (op === 'keep') json.literal(keys.keep).integer(from).literal(keys.to).integer(to)
      else {
        json.literal(keys.insert)
        route.path.writeLine(query.geometry, from, to + 1)
        if (steps) {
          // The steps include the adjacent points, where the route leaves and rejoins the old line.
          json.literal(keys.steps)
          route.path.writeSteps(query, region, trip, steps, { from: from - 1, to: to + 1 })
          json.literal(keys.closeList)
        }
      }
      json.literal(keys.closeObject)
    })
    json.literal(keys.closeOps)
  }

  private toUpstreamReply({ answer, query, previous, reason }: RerouteResult, base: string): object {
    if (answer.source !== 'upstream') throw new Error('a route of this service is not an upstream route')
    const route = toUpstreamReply(query, answer, this.nextId)
    const { distance_km, eta_min, free_flow_min, geometry } = route
    const line = geometry === null ? undefined : readGeometry(geometry, previous.format)
    if (!line) throw new Error(`the provider's line is not ${previous.format}`)
    const totals = { distance_km, eta_min, free_flow_min, saved_min: 0 }
    const receipt = { previous_eta_min: null, new_eta_min: eta_min, snapshot_at: null, kept_previous: false }
    return { kind: 'full', reason, base_checksum: base, checksum: checksumOf(line), ...totals, route, receipt }
  }
}

/** Computes the saved time from the rounded values, so that the numbers in the reply are consistent. */
function computeSavedMilliminutes({ previousDurationCs, isKept }: RerouteResult, { durationCs }: Trip): number {
  if (previousDurationCs === undefined || isKept) return 0
  return Math.max(0, toMilliminutes(previousDurationCs) - toMilliminutes(durationCs))
}

/**
 * Writes a number, with one decimal if it exceeds a thousand. A reply without changes must fit into one packet at any
 * distance.
 */
function writeTrimmedNumber(json: JsonWriter, value: number, decimals: 3 | 4): void {
  if (value < 1000 * 10 ** decimals) json.fixed(value, decimals)
  else json.fixed(Math.round(value / 10 ** (decimals - 1)), 1)
}
