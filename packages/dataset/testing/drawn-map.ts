import {
  type Avoidable,
  buildTriangles,
  closuresWhen,
  createMetric,
  customize,
  defaultProfile,
  Planner,
  profileWeights,
  type RoadMap,
  type RoadMetric,
  readText,
  type TravelProfile,
  type Triangles,
  type VehicleSize,
} from '@fairway/road'
import type { Point } from './drawing.ts'
import type { ConditionEvaluator } from './opening-hours.ts'

export interface RoutingOptions {
  /**
   * Departure in the local time of the map, such as `2026-06-16T08:30`. Without a departure, no condition is active.
   */
  readonly depart?: string
  readonly avoid?: readonly Avoidable[]
  /** Differences from the size of a passenger car. */
  readonly vehicle?: Partial<VehicleSize>
  /** Travel profile. Defaults to a car, or to the profile of the drawn network. */
  readonly profile?: TravelProfile
}

interface DrawnSource {
  readonly roads: RoadMap
  readonly points: ReadonlyMap<string, Point>
  readonly drawing: string
  readonly isActive: ConditionEvaluator
}

/** A compiled drawing. */
export class DrawnMap {
  readonly roads: RoadMap
  readonly drawing: string
  readonly planner: Planner
  private readonly source: DrawnSource
  private readonly triangles: Triangles
  private readonly closedEdges: ReadonlySet<number>
  private readonly letterByPosition: ReadonlyMap<string, string>

  constructor(drawn: DrawnSource, closedEdges: ReadonlySet<number> = new Set()) {
    this.source = drawn
    this.roads = drawn.roads
    this.drawing = drawn.drawing
    this.closedEdges = closedEdges
    this.planner = new Planner(drawn.roads)
    this.triangles = buildTriangles(drawn.roads.topology)
    this.letterByPosition = new Map(
      [...drawn.points].map(([letter, point]) => [toPositionKey(...toMicrodegrees(point)), letter]),
    )
  }

  /** Returns the position of a stop. A stop is a node (`A`) or the midpoint of two nodes (`AB`). */
  pointOf(stop: string): Point {
    const [a, b = a] = [...stop].map((letter) => this.source.points.get(letter))
    if (!a || !b || stop.length > 2) throw new Error(`"${stop}" is neither a node of the drawing nor between two`)
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  }

  /** Returns the drawn node at a position in microdegrees, or an empty string. */
  letterAt(latitude: number, longitude: number): string {
    return this.letterByPosition.get(toPositionKey(latitude, longitude)) ?? ''
  }

  /** Returns the drawn nodes along an edge of the network. */
  lettersOfEdge(edge: number): string {
    const { shapeFirst, shapeLatitude, shapeLongitude } = this.roads.network.edges
    let letters = ''
    for (let i = shapeFirst[edge]; i < shapeFirst[edge + 1]; i++) {
      letters += this.letterAt(shapeLatitude[i], shapeLongitude[i])
    }
    return letters
  }

  /**
   * Returns the same map with the road between two neighboring nodes closed in both directions. As with traffic data,
   * the whole edge up to the next junctions is closed.
   */
  closeRoad(roadLetters: string): DrawnMap {
    const back = [...roadLetters].reverse().join('')
    const { count } = this.roads.network.edges
    const closed = Array.from({ length: count }, (_, edge) => edge).filter((edge) => {
      const letters = this.lettersOfEdge(edge)
      return letters.includes(roadLetters) || letters.includes(back)
    })
    if (closed.length === 0) throw new Error(`no road leads along ${roadLetters}`)
    return new DrawnMap(this.source, new Set([...this.closedEdges, ...closed]))
  }

  metricFor({ depart, avoid = [], vehicle = {}, profile = defaultProfile }: RoutingOptions): RoadMetric {
    const { network, topology } = this.roads
    const options = { ...profile, avoid, vehicle: { ...profile.vehicle, ...vehicle } }
    const closures = closuresWhen(
      network,
      (stringIndex) => depart !== undefined && this.source.isActive(readText(network.texts, stringIndex), depart),
      options,
    )
    network.arcs.edgeSide.forEach((edgeSide, arc) => {
      if (this.closedEdges.has(edgeSide >>> 1)) closures.arcs[arc] = 1
    })
    const { weights, arcDuration } = profileWeights(network, options, closures)
    const hierarchy = createMetric(topology)
    customize(this.triangles, weights.turn, hierarchy)
    return { weights, hierarchy, arcDuration }
  }
}

/** Rounds coordinates as the collector does, first to OSM units, then to microdegrees. */
function toMicrodegrees([latitude, longitude]: Point): [number, number] {
  return [Math.round(Math.round(latitude * 1e7) / 10), Math.round(Math.round(longitude * 1e7) / 10)]
}

function toPositionKey(latitude: number, longitude: number): string {
  return `${latitude} ${longitude}`
}
