import {
  type JsonWriter,
  type Literal,
  type PlannedLeg,
  type RoadNetwork,
  type RouteShape,
  utf8Literal,
} from '@fairway/road'
import type { Incident, TrafficHandle } from '../../../../maps/regions/handles.ts'
import type { Trip } from '../trip.ts'
import { keys } from './reply-keys.ts'

export class IncidentWriter {
  private readonly json: JsonWriter
  /** Cache of serialized incidents, which are the same in every reply. */
  private readonly encodedIncidents = new WeakMap<Incident, { readonly first: Literal; readonly last: Literal }>()

  constructor(json: JsonWriter) {
    this.json = json
  }

  /**
   * Writes the list without its brackets. If a shape is given, each incident includes its range of points in the
   * geometry.
   */
  write(network: RoadNetwork, { legs, traffic }: Trip, shape: RouteShape | undefined): void {
    if (!traffic) return
    const { json } = this
    traffic.encounteredEvents.forEach(({ event, firstArc, lastArc, delayCs }, index) => {
      if (index > 0) json.literal(keys.comma)
      const { first, last } = this.encodeIncident(traffic.handle, event)
      json.literal(first)
      if (shape) {
        const [from, to] = [shape.pointOfArc[firstArc] ?? 0, shape.pointOfArc[lastArc + 1] ?? 0]
        json.point(shape.latitude[from] ?? 0, shape.longitude[from] ?? 0)
        json.literal(keys.range).integer(from).literal(keys.comma).integer(to).literal(keys.closeList)
      } else this.writeStart(network, legs, firstArc)
      json
        .literal(keys.delay)
        .fixed(Math.round(delayCs / 6), 3)
        .literal(last)
    })
  }

  private encodeIncident(
    { incidents }: TrafficHandle,
    event: number,
  ): { readonly first: Literal; readonly last: Literal } {
    const incident = incidents[event]
    if (!incident) throw new Error(`event ${event} has no incident data`)
    const cached = this.encodedIncidents.get(incident)
    if (cached) return cached
    const { starts_at, ends_at, ...texts } = incident
    const times = [
      ...(starts_at === undefined ? [] : [`,"starts_at":${JSON.stringify(starts_at)}`]),
      ...(ends_at === undefined ? [] : [`,"ends_at":${JSON.stringify(ends_at)}`]),
    ]
    const encoded = {
      first: utf8Literal(`${JSON.stringify(texts).slice(0, -1)},"at":`),
      last: utf8Literal(`${times.join('')}}`),
    }
    this.encodedIncidents.set(incident, encoded)
    return encoded
  }

  /**
   * Writes the position at which an arc starts, or the start of the leg if the arc is the first of its leg. Used for
   * replies without a line.
   */
  private writeStart({ arcs, edges }: RoadNetwork, legs: readonly PlannedLeg[], firstArc: number): void {
    let index = firstArc
    for (const leg of legs) {
      if (index < leg.arcs.length) {
        if (index === 0) this.json.point(leg.start.latitude, leg.start.longitude)
        else {
          const edgeSide = arcs.edgeSide[leg.arcs[index] ?? 0] ?? 0
          const point =
            (edgeSide & 1) === 0 ? edges.shapeFirst[edgeSide >>> 1] : (edges.shapeFirst[(edgeSide >>> 1) + 1] ?? 1) - 1
          this.json.point(edges.shapeLatitude[point ?? 0] ?? 0, edges.shapeLongitude[point ?? 0] ?? 0)
        }
        return
      }
      index -= leg.arcs.length + 1
    }
  }
}
