import type { TollTable } from '../tolls/toll-table.ts'
import type { TerrainTable } from './terrain.ts'

/**
 * Names of the networks of a map, one for each group of travelers. Trucks use the car network, and wheelchairs use the
 * pedestrian network.
 */
export const networkNames = ['car', 'bicycle', 'foot'] as const
export type NetworkName = (typeof networkNames)[number]

/**
 * The road network of one dataset in engine format. The network consists of plain typed arrays, is
 * immutable, and is shared by all threads.
 *
 * - node: a junction, or a point where road attributes change
 * - edge: a section of road between two nodes, with its shape
 * - arc: one direction of an edge that is open to traffic, now or at other times; a vertex of the
 *   hierarchy
 * - turn: a connection from an arc to an arc that begins where the first one ends; an edge of the
 *   hierarchy. Forbidden turns are omitted.
 * - road: attributes shared by edges (name, class, lanes…)
 *
 * Coordinates are in microdegrees, lengths in centimeters, and durations and weights in hundredths
 * of a second. Strings are indexes into the string table, and 0 is the empty string.
 */
export interface RoadNetwork {
  readonly nodes: NodeTable
  readonly edges: EdgeTable
  readonly arcs: ArcTable
  readonly turns: TurnTable
  readonly roads: RoadTable
  readonly limits: LimitTable
  readonly conditions: ConditionTable
  readonly overrides: ManeuverTable
  readonly texts: TextTable
  readonly terrain?: TerrainTable | undefined
  readonly tolls?: TollTable | undefined
}

export interface NodeTable {
  readonly count: number
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** Motorway exit number (`ref` of highway=motorway_junction). */
  readonly exit: Uint32Array
  /** Attributes of the node, as bits of NodeFlag. */
  readonly flags: Uint8Array
}

export const NodeFlag = {
  signals: 1 << 0,
  stop: 1 << 1,
  giveWay: 1 << 2,
  tollBooth: 1 << 3,
  noWheelchairs: 1 << 4,
} as const

export interface EdgeTable {
  readonly count: number
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly road: Uint32Array
  readonly lengthCm: Uint32Array
  /**
   * The arcs along (`arc[2 * edge]`) and against (`arc[2 * edge + 1]`) the edge's direction, or NO_ID. Copies are
   * excluded.
   */
  readonly arc: Uint32Array
  /**
   * Index of the first shape point of each edge. Edge `e` has the points `shapeFirst[e]` to `shapeFirst[e + 1] - 1`,
   * including its two nodes.
   */
  readonly shapeFirst: Uint32Array
  readonly shapeLatitude: Int32Array
  readonly shapeLongitude: Int32Array
  /**
   * The OSM node of every shape point. Maps from sources without IDs (vector tiles, GeoJSON) use negative generated
   * IDs.
   */
  readonly shapeId: Float64Array
  /** The OSM way of the edge, or of its first section. */
  readonly way: Float64Array
}

export interface ArcTable {
  readonly count: number
  /** Twice the edge's index, plus one if the arc runs against the edge's direction. */
  readonly edgeSide: Uint32Array
  /** Driving time without traffic, including delays on the arc (signals, crossings, gates), excluding turns. */
  readonly duration: Uint32Array
  /**
   * The same array as `duration` if the profile has its own speeds. This array replaces the durations in `drive`, and
   * traffic data never results in shorter durations.
   */
  readonly modeledDuration?: Uint32Array | undefined
  /** The part of the duration that is caused by delays on the arc. */
  readonly delay: Uint16Array
  /** Maximum speed in km/h, from signs or from the default for the road class, or 0 if it is unknown. */
  readonly speedLimit: Uint8Array
  /** The weight that the car profile minimizes. On unpleasant roads, it is higher than the duration. */
  readonly weight: Uint32Array
  /** Attributes of the arc, as bits of ArcFlag. */
  readonly flags: Uint8Array
  /** Row of the limit table, or 0 if there is no limit. */
  readonly limit: Uint32Array
  /** Frequently read fields of the arc and its edge, interleaved; see drive-column.ts. */
  readonly drive: Int32Array
  /** Weakly connected component. Component 0 is the largest. */
  readonly part: Uint32Array
}

export interface TurnTable {
  readonly count: number
  /** Index of the first turn out of each arc. The turns out of arc `a` are `first[a]` to `first[a + 1] - 1`. */
  readonly first: Uint32Array
  readonly to: Uint32Array
  /** Turn duration, based on the angle and side of the turn, signals and stop signs. */
  readonly duration: Uint16Array
  /** Attributes of the turn, as bits of TurnFlag. */
  readonly flags: Uint8Array
  /** The maneuver for guidance; see guidance/maneuver-code.ts. */
  readonly maneuver: Uint16Array
}

export const TurnFlag = {
  uturn: 1 << 0,
  /** A barrier that may be passed only by trips that begin or end behind it. */
  restrictedGate: 1 << 1,
  /** The turn is closed unless a condition opens it. */
  closedByDefault: 1 << 2,
  /** The rider gets off the bicycle. */
  dismount: 1 << 3,
  /** A pedestrian or cyclist boards a ferry or a train. */
  board: 1 << 4,
  /** A barrier or a curb that wheelchairs cannot pass. */
  noWheelchairs: 1 << 5,
} as const

export interface RoadTable {
  readonly count: number
  readonly roadClass: Uint8Array
  /** Travel mode along (`mode[2 * r]`) and against (`mode[2 * r + 1]`) the edges of road `r`. */
  readonly mode: Uint8Array
  readonly flags: Uint32Array
  /** Surface, as an index into `surfaces`; see profiles/model. */
  readonly surface: Uint8Array
  /** Total number of lanes in both directions, or 0 if it is unknown. */
  readonly lanes: Uint8Array
  readonly name: Uint32Array
  readonly ref: Uint32Array
  /** Name of the roundabout itself, if any. */
  readonly rotaryName: Uint32Array
  readonly pronunciation: Uint32Array
  /** Strings per direction: `[2 * road]` along the OSM way and `[2 * road + 1]` against it. */
  readonly destinations: Uint32Array
  readonly turnLanes: Uint32Array
  /** Exit numbers on the road itself (`junction:ref`). */
  readonly exits: Uint32Array
  /** ISO 3166-1 alpha-2 country code, or the empty string. */
  readonly country: Uint32Array
}

/** Limits for the size of vehicles. A value of 0 means no limit, and row 0 has no limits at all. */
export interface LimitTable {
  readonly count: number
  readonly heightCm: Uint16Array
  readonly widthCm: Uint16Array
  readonly lengthCm: Uint16Array
  readonly weightKg: Uint32Array
  readonly axleLoadKg: Uint32Array
}

/**
 * Time-dependent access, in the order in which the rules apply. The last active condition is decisive. If no condition
 * is active, the subject's flag `closedByDefault` applies. Strings use the OSM opening_hours syntax.
 */
export interface ConditionTable {
  readonly count: number
  readonly text: Uint32Array
  /** 1 if the subject is open while the condition is active, or 0 if it is closed. */
  readonly opens: Uint8Array
  /** Kind of the subject, as a value of SubjectKind. */
  readonly subjectKind: Uint8Array
  readonly subject: Uint32Array
}

/**
 * Kinds of subjects of a condition. Kinds from `arcOfFirstGroup` mean an arc for the vehicles of one group, numbered by
 * `vehicleGroupNames`.
 */
export const SubjectKind = { arc: 0, turn: 1, arcOfFirstGroup: 2 } as const

/**
 * Maneuver overrides from the map (relations of type=maneuver). Each override leads from a first arc via other arcs
 * into a last arc.
 */
export interface ManeuverTable {
  readonly count: number
  readonly arcFirst: Uint32Array
  /** The arcs of the maneuver in order, including the first and the last. */
  readonly arc: Uint32Array
  readonly node: Uint32Array
  /** Values of the tags `maneuver` and `direction`. */
  readonly type: Uint32Array
  readonly modifier: Uint32Array
}

/**
 * Table of strings in JSON form. The strings are UTF-8 with escaped quotes and control characters, without the outer
 * quotes.
 */
export interface TextTable {
  readonly count: number
  readonly first: Uint32Array
  readonly bytes: Uint8Array
}
