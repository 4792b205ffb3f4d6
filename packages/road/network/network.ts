/**
 * The road network of one dataset, as the engine reads it: plain typed arrays, immutable, shared by all threads.
 *
 * - node: a junction, or a place where a road changes its nature.
 * - edge: a stretch of road between two nodes, with its shape.
 * - arc: one direction of an edge that may be driven, now or at other times. Vertices of the hierarchy.
 * - turn: from an arc into one that begins where it ends. Edges of the hierarchy. What is forbidden is not there.
 * - road: what edges have in common (name, class, lanes…); many edges share one.
 *
 * Coordinates are micro-degrees, lengths centimetres, durations and weights hundredths of a second. Texts are numbers
 * of the text table; 0 is the empty text.
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
}

export interface NodeTable {
  readonly count: number
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  /** Number of a motorway exit (`ref` of highway=motorway_junction). */
  readonly exit: Uint32Array
  /** Bits of NodeFlag. */
  readonly flags: Uint8Array
}

export const NodeFlag = { signals: 1 << 0, stop: 1 << 1, giveWay: 1 << 2, tollBooth: 1 << 3 } as const

export interface EdgeTable {
  readonly count: number
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly road: Uint32Array
  readonly lengthCm: Uint32Array
  /** The arcs along and against the edge's direction, or NO_ID: `arc[2 * edge]` and `arc[2 * edge + 1]`. Copies are not here. */
  readonly arc: Uint32Array
  /** Shape points of edge e: shapeFirst[e] up to shapeFirst[e + 1], its two nodes included. */
  readonly shapeFirst: Uint32Array
  readonly shapeLatitude: Int32Array
  readonly shapeLongitude: Int32Array
  /** The OSM node of every shape point; of maps whose extract has no ids (vector tiles, GeoJSON) a number of our own, below 0. */
  readonly shapeId: Float64Array
  /** The OSM way the edge (or its first piece) is part of. */
  readonly way: Float64Array
}

export interface ArcTable {
  readonly count: number
  /** Twice the edge, plus one when the arc runs against the edge's direction. */
  readonly edgeSide: Uint32Array
  /** Driving time on an empty road, with the delays of what stands on it (signals, crossings, gates), without turns. */
  readonly duration: Uint32Array
  /** The part of the duration that is lost at what stands on it. */
  readonly delay: Uint16Array
  /** The highest speed that is allowed on it, in km/h, by signs or by what is usual for its class; 0 when unknown. */
  readonly speedLimit: Uint8Array
  /** What the car profile minimizes; more than the duration where a road is unpleasant. */
  readonly weight: Uint32Array
  /** Bits of ArcFlag. */
  readonly flags: Uint8Array
  /** Number in the limit table, 0 for none. */
  readonly limit: Uint32Array
  /** Much of the above and of the arc's edge in one place; see drive.ts. */
  readonly drive: Int32Array
  /** Connected part of the network, whichever way one drives; 0 is the largest. */
  readonly part: Uint32Array
}

export interface TurnTable {
  readonly count: number
  /** Turns out of arc a: first[a] up to first[a + 1]. */
  readonly first: Uint32Array
  readonly to: Uint32Array
  /** The time a turn takes, by angle and side, signals and stops. */
  readonly duration: Uint16Array
  /** Bits of TurnFlag. */
  readonly flags: Uint8Array
  /** What guidance says of the turn; see guidance/maneuver-code.ts. */
  readonly maneuver: Uint16Array
}

export const TurnFlag = {
  uturn: 1 << 0,
  /** Something stands there that only those pass whose way ends behind it. */
  restrictedGate: 1 << 1,
  /** Closed at all times unless a condition opens it. */
  closedByDefault: 1 << 2,
} as const

export interface RoadTable {
  readonly count: number
  readonly roadClass: Uint8Array
  readonly mode: Uint8Array
  readonly flags: Uint16Array
  /** Lanes in all, or in the driven direction of a one-way road; 0 when unknown. */
  readonly lanes: Uint8Array
  readonly name: Uint32Array
  readonly ref: Uint32Array
  /** Name of the circle itself where a roundabout has one. */
  readonly rotaryName: Uint32Array
  readonly pronunciation: Uint32Array
  /** Per direction: `[2 * road]` along the way, `[2 * road + 1]` against it. */
  readonly destinations: Uint32Array
  readonly turnLanes: Uint32Array
  /** Exit numbers on the road itself (`junction:ref`). */
  readonly exits: Uint32Array
  /** ISO 3166-1 alpha-2, or empty. */
  readonly country: Uint32Array
}

/** The largest vehicle that may pass; 0 = no limit. Row 0 is "no limit at all". */
export interface LimitTable {
  readonly count: number
  readonly heightCm: Uint16Array
  readonly widthCm: Uint16Array
  readonly lengthCm: Uint16Array
  readonly weightKg: Uint32Array
  readonly axleLoadKg: Uint32Array
}

/**
 * What opens or closes at times, in the order in which the rules are to be applied: the last one that holds decides, and
 * where none holds the subject's flag `closedByDefault`. Texts are in the syntax of OSM's opening_hours.
 */
export interface ConditionTable {
  readonly count: number
  readonly text: Uint32Array
  /** 1: when the text holds the subject is open; 0: when it holds the subject is closed. */
  readonly opens: Uint8Array
  /** 0: the subject is an arc; 1: a turn. */
  readonly subjectKind: Uint8Array
  readonly subject: Uint32Array
}

/** What mappers say is announced at a place (relations of type=maneuver): from one arc over others into one. */
export interface ManeuverTable {
  readonly count: number
  readonly arcFirst: Uint32Array
  /** The arcs of the maneuver in order, the first and the last included. */
  readonly arc: Uint32Array
  readonly node: Uint32Array
  /** Texts as tagged: `maneuver` and `direction`. */
  readonly type: Uint32Array
  readonly modifier: Uint32Array
}

/** Texts are kept as they are written into JSON: UTF-8, quotes and control characters escaped, without the outer quotes. */
export interface TextTable {
  readonly count: number
  readonly first: Uint32Array
  readonly bytes: Uint8Array
}
