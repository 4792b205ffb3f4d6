import {
  type Avoidable,
  buildTriangles,
  carWeights,
  closuresWhen,
  createMetric,
  customize,
  Planner,
  passengerCar,
  type RoadMap,
  type RoadMetric,
  readText,
  type Triangles,
  type VehicleSize,
} from '@fairway/road'
import type { Point } from './drawing.ts'
import type { HoldsAt } from './opening-hours.ts'

export interface DriveOptions {
  /** Departure in the map's local time, `2026-06-16T08:30`. Without one, no condition is active. */
  readonly depart?: string
  readonly avoid?: readonly Avoidable[]
  /** Differences from a passenger car. */
  readonly vehicle?: Partial<VehicleSize>
}

interface Drawn {
  readonly roads: RoadMap
  readonly points: ReadonlyMap<string, Point>
  readonly drawing: string
  readonly holds: HoldsAt
}

/** A compiled drawing. */
export class DrawnMap {
  readonly roads: RoadMap
  readonly drawing: string
  readonly planner: Planner
  private readonly drawn: Drawn
  private readonly triangles: Triangles
  private readonly closedEdges: ReadonlySet<number>
  private readonly letters: ReadonlyMap<string, string>

  constructor(drawn: Drawn, closedEdges: ReadonlySet<number> = new Set()) {
    this.drawn = drawn
    this.roads = drawn.roads
    this.drawing = drawn.drawing
    this.closedEdges = closedEdges
    this.planner = new Planner(drawn.roads)
    this.triangles = buildTriangles(drawn.roads.topology)
    this.letters = new Map([...drawn.points].map(([letter, point]) => [placeKey(...toMicro(point)), letter]))
  }

  /** Position of a stop: a letter, `A`, or the midpoint of two, `AB`. */
  pointOf(stop: string): Point {
    const [a, b = a] = [...stop].map((letter) => this.drawn.points.get(letter))
    if (!a || !b || stop.length > 2) throw new Error(`"${stop}" is neither a node of the drawing nor between two`)
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  }

  /** The drawn node at a position in micro-degrees, or an empty string. */
  letterAt(latitude: number, longitude: number): string {
    return this.letters.get(placeKey(latitude, longitude)) ?? ''
  }

  /** The drawn nodes along an edge of the network. */
  lettersOf(edge: number): string {
    const { shapeFirst, shapeLatitude, shapeLongitude } = this.roads.network.edges
    let letters = ''
    for (let i = shapeFirst[edge]; i < shapeFirst[edge + 1]; i++) {
      letters += this.letterAt(shapeLatitude[i], shapeLongitude[i])
    }
    return letters
  }

  /**
   * Returns the same map with the stretch between two neighboring nodes closed in both directions. As with traffic, the
   * whole edge up to the next junctions closes.
   */
  close(stretch: string): DrawnMap {
    const back = [...stretch].reverse().join('')
    const { count } = this.roads.network.edges
    const closed = Array.from({ length: count }, (_, edge) => edge).filter((edge) => {
      const letters = this.lettersOf(edge)
      return letters.includes(stretch) || letters.includes(back)
    })
    if (closed.length === 0) throw new Error(`no road leads along ${stretch}`)
    return new DrawnMap(this.drawn, new Set([...this.closedEdges, ...closed]))
  }

  metricFor({ depart, avoid = [], vehicle = {} }: DriveOptions): RoadMetric {
    const { network, topology } = this.roads
    const closures = closuresWhen(
      network,
      (text) => depart !== undefined && this.drawn.holds(readText(network.texts, text), depart),
    )
    network.arcs.edgeSide.forEach((edgeSide, arc) => {
      if (this.closedEdges.has(edgeSide >>> 1)) closures.arcs[arc] = 1
    })
    const weights = carWeights(network, { avoid, vehicle: { ...passengerCar, ...vehicle } }, closures)
    const hierarchy = createMetric(topology)
    customize(this.triangles, weights.turn, hierarchy)
    return { weights, hierarchy }
  }
}

/** Rounds like the collector: first to OSM units, then to micro-degrees. */
function toMicro([latitude, longitude]: Point): [number, number] {
  return [Math.round(Math.round(latitude * 1e7) / 10), Math.round(Math.round(longitude * 1e7) / 10)]
}

function placeKey(latitude: number, longitude: number): string {
  return `${latitude} ${longitude}`
}
