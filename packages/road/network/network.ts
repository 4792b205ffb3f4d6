import type { TerrainTable } from './terrain.ts'

/**
 * A map has one network for each group of travelers. Trucks use the car network, and wheelchairs use the pedestrian
 * network.
 */
export const networkNames = ['car', 'bicycle', 'foot'] as const
export type NetworkName = (typeof networkNames)[number]

/**
 * The road network of one dataset in engine format: plain typed arrays, immutable and shared by all threads.
 *
 * - node: a junction, or a point where road attributes change
 * - edge: a section of road between two nodes, with its shape
 * - arc: one direction of an edge that may be driven, now or at other times; a vertex of the hierarchy
 * - turn: from an arc into an arc that begins where the first one ends; an edge of the hierarchy. Forbidden turns are
 *   omitted.
 * - road: attributes shared by edges (name, class, lanes…)
 *
 * Coordinates are in micro-degrees, lengths in centimeters, durations and weights in hundredths of a second. Strings are
 * indexes into the string table; 0 is the empty string.
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
}

export interface NodeTable {
  readonly count: number
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** Motorway exit number (`ref` of highway=motorway_junction). */
  readonly exit: Uint32Array
  /** Bits of NodeFlag. */
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
   * The arcs along and against the edge's direction, or NO_ID: `arc[2 * edge]` and `arc[2 * edge + 1]`. Excludes
   * copies.
   */
  readonly arc: Uint32Array
  /** Shape points of edge e: shapeFirst[e] up to shapeFirst[e + 1], including its two nodes. */
  readonly shapeFirst: Uint32Array
  readonly shapeLatitude: Int32Array
  readonly shapeLongitude: Int32Array
  /**
   * The OSM node of every shape point. Maps from sources without IDs (vector tiles, GeoJSON) use negative generated
   * IDs.
   */
  readonly shapeId: Float64Array
  /** The OSM way of the edge (or of its first section). */
  readonly way: Float64Array
}

export interface ArcTable {
  readonly count: number
  /** Twice the edge's index, plus one when the arc runs against the edge's direction. */
  readonly edgeSide: Uint32Array
  /** Driving time without traffic, including delays on the arc (signals, crossings, gates), excluding turns. */
  readonly duration: Uint32Array
  /**
   * Set where a profile has its own speeds: the same array as `duration`. It replaces the durations in `drive`, and
   * traffic data never makes the profile faster than these durations.
   */
  readonly modeledDuration?: Uint32Array | undefined
  /** The portion of the duration due to those delays. */
  readonly delay: Uint16Array
  /** Maximum speed in km/h, from signs or from the default for its road class; 0 when unknown. */
  readonly speedLimit: Uint8Array
  /** The weight that the car profile minimizes; more than the duration on unpleasant roads. */
  readonly weight: Uint32Array
  /** Bits of ArcFlag. */
  readonly flags: Uint8Array
  /** Row of the limit table, 0 for none. */
  readonly limit: Uint32Array
  /** Frequently read fields of the arc and its edge, interleaved; see drive-column.ts. */
  readonly drive: Int32Array
  /** Weakly connected component; 0 is the largest. */
  readonly part: Uint32Array
}

export interface TurnTable {
  readonly count: number
  /** Turns out of arc a: first[a] up to first[a + 1]. */
  readonly first: Uint32Array
  readonly to: Uint32Array
  /** Turn duration, based on the angle and side of the turn, on signals and on stop signs. */
  readonly duration: Uint16Array
  /** Bits of TurnFlag. */
  readonly flags: Uint8Array
  /** The maneuver for guidance; see guidance/maneuver-code.ts. */
  readonly maneuver: Uint16Array
}

export const TurnFlag = {
  uturn: 1 << 0,
  /** A barrier that may be passed only by trips that end behind it. */
  restrictedGate: 1 << 1,
  /** Closed unless a condition opens it. */
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
  /** The travel mode along and against the edges of road r: `mode[2 * r]` and `mode[2 * r + 1]`. */
  readonly mode: Uint8Array
  readonly flags: Uint32Array
  /** Index into `surfaces`; see profiles/model. */
  readonly surface: Uint8Array
  /** Total number of lanes, or lanes in the driving direction of a one-way road. 0 if unknown. */
  readonly lanes: Uint8Array
  readonly name: Uint32Array
  readonly ref: Uint32Array
  /** Name of the roundabout itself, if any. */
  readonly rotaryName: Uint32Array
  readonly pronunciation: Uint32Array
  /** Per direction: `[2 * road]` along the OSM way, `[2 * road + 1]` against it. */
  readonly destinations: Uint32Array
  readonly turnLanes: Uint32Array
  /** Exit numbers on the road itself (`junction:ref`). */
  readonly exits: Uint32Array
  /** ISO 3166-1 alpha-2, or empty. */
  readonly country: Uint32Array
}

/** The largest vehicle that may pass; 0 means no limit. Row 0 has no limits at all. */
export interface LimitTable {
  readonly count: number
  readonly heightCm: Uint16Array
  readonly widthCm: Uint16Array
  readonly lengthCm: Uint16Array
  readonly weightKg: Uint32Array
  readonly axleLoadKg: Uint32Array
}

/**
 * Time-dependent access, in the order in which the rules apply: the last active condition decides. If none is active,
 * the subject's flag `closedByDefault` decides. Strings use the OSM opening_hours syntax.
 */
export interface ConditionTable {
  readonly count: number
  readonly text: Uint32Array
  /** 1: the subject is open while the condition is active; 0: it is closed while the condition is active. */
  readonly opens: Uint8Array
  /** 0: the subject is an arc; 1: a turn. */
  readonly subjectKind: Uint8Array
  readonly subject: Uint32Array
}

/** Maneuver overrides from the map (relations of type=maneuver): from a first arc, via others, into a last arc. */
export interface ManeuverTable {
  readonly count: number
  readonly arcFirst: Uint32Array
  /** The arcs of the maneuver in order, including the first and the last. */
  readonly arc: Uint32Array
  readonly node: Uint32Array
  /** Strings as tagged: `maneuver` and `direction`. */
  readonly type: Uint32Array
  readonly modifier: Uint32Array
}

/** Strings are stored in JSON form: UTF-8, with quotes and control characters escaped, without the outer quotes. */
export interface TextTable {
  readonly count: number
  readonly first: Uint32Array
  readonly bytes: Uint8Array
}
