import type { Terrain } from '@fairway/geo'
import {
  ArcFlag,
  type ArcTable,
  type ConditionTable,
  type EdgeTable,
  type NodeTable,
  type RoadNetwork,
  type RoadTable,
  SubjectKind,
  TravelMode,
  type TurnTable,
  vehicleGroupNames,
  withDriveColumn,
} from '@fairway/road'
import { type BaseArcs, buildArcs } from './build/arcs.ts'
import { mergeChains } from './build/chains.ts'
import { fillColumn, gather } from './build/columns.ts'
import { buildEdges, type Edges } from './build/edges.ts'
import { Interner } from './build/interner.ts'
import { Junctions } from './build/junctions.ts'
import { resolveManeuvers } from './build/overrides.ts'
import { computeMainComponentFlags, findConnectedComponents } from './build/parts.ts'
import { splitWays } from './build/pieces.ts'
import { type RestrictionState, RestrictionStates } from './build/restriction-states.ts'
import { listRelationNodes, RelationArcs, resolveRestrictions } from './build/restrictions.ts'
import { buildTollTable } from './build/tolls.ts'
import type { RoadTraits, TraitTables } from './build/traits.ts'
import { buildTurns, type Turns } from './build/turns.ts'
import type { RawRoads } from './collect.ts'
import type { NodeRules } from './rules/rules.ts'
import type { TravelRules } from './rules/travel-rules.ts'
import { StringCollector } from './texts.ts'

/** Builds the road network of the routing engine from an extract. Turn guidance is added later. */
export function buildNetwork(source: RawRoads, travelRules: TravelRules, terrain?: Terrain): RoadNetwork {
  const { raw, segments, traits, nodeRules, heightOf } = splitWays(source, travelRules, terrain)
  const requiredNodes = listRelationNodes(raw, [...raw.restrictions, ...raw.maneuvers])
  const chains = mergeChains(raw, segments, nodeRules, requiredNodes, heightOf)
  const edges = buildEdges(raw, segments, chains, nodeRules)
  const arcs = buildArcs(edges, traits, nodeRules)
  const junctions = new Junctions(edges, arcs)
  const relations = new RelationArcs(raw, edges, arcs, junctions)
  const states = new RestrictionStates(resolveRestrictions(raw, relations, travelRules))
  const turns = buildTurns({ raw, edges, arcs, junctions, states, traits, nodeRules, travelRules })
  const strings = new StringCollector()
  const { roads, roadOfEdge, chargesOfRoad } = buildRoadTable(edges, traits, strings)
  const edgeColumns = buildEdgeTable(raw, edges, arcs, roadOfEdge)
  const turnColumns = buildTurnTable(turns)
  const arcColumns = withDriveColumn(edgeColumns, buildArcTable(edges, arcs, states.copies, turns), turnColumns)
  const { nodeCount, rawNode } = edges
  const tolls = buildTollTable(chargesOfRoad, nodeCount, (node) => nodeRules.get(rawNode[node])?.charges)
  const overrides = resolveManeuvers(raw, relations, strings)
  return {
    nodes: buildNodeTable(raw, edges, nodeRules, strings),
    edges: edgeColumns,
    arcs: arcColumns,
    turns: turnColumns,
    roads,
    limits: arcs.limits,
    conditions: buildConditionTable(edges, traits, arcColumns, turns, strings),
    overrides,
    texts: strings.finish(),
    ...(tolls && { tolls }),
  }
}

function buildNodeTable(
  { nodes }: RawRoads,
  { nodeCount, rawNode }: Edges,
  rules: ReadonlyMap<number, NodeRules>,
  strings: StringCollector,
): NodeTable {
  return {
    count: nodeCount,
    latitude: gather(new Int32Array(nodeCount), rawNode, nodes.latitude),
    longitude: gather(new Int32Array(nodeCount), rawNode, nodes.longitude),
    exit: fillColumn(new Uint32Array(nodeCount), (node) => strings.intern(rules.get(rawNode[node])?.exit ?? '')),
    flags: fillColumn(new Uint8Array(nodeCount), (node) => rules.get(rawNode[node])?.flags ?? 0),
  }
}

function buildEdgeTable({ nodes, ways }: RawRoads, edges: Edges, arcs: BaseArcs, road: Uint32Array): EdgeTable {
  const { count, shapeNode } = edges
  return {
    count,
    from: edges.from,
    to: edges.to,
    road,
    lengthCm: edges.lengthCm,
    arc: arcs.arcByEdgeSide,
    shapeFirst: edges.shapeFirst,
    shapeLatitude: gather(new Int32Array(shapeNode.length), shapeNode, nodes.latitude),
    shapeLongitude: gather(new Int32Array(shapeNode.length), shapeNode, nodes.longitude),
    shapeId: gather(new Float64Array(shapeNode.length), shapeNode, nodes.id),
    way: gather(new Float64Array(count), edges.firstWay, ways.id),
  }
}

function buildArcTable(
  edges: Edges,
  base: BaseArcs,
  copies: readonly RestrictionState[],
  turns: Turns,
): Omit<ArcTable, 'drive'> {
  const count = base.count + copies.length
  const originalArc = (arc: number) => (arc < base.count ? arc : copies[arc - base.count].arc)
  const makeArcColumn = (value: (arc: number) => number) =>
    fillColumn(new Uint32Array(count), (arc) => value(originalArc(arc)))
  const edgeSide = makeArcColumn((arc) => base.edgeSide[arc])
  const makeSideColumn = (valuesBySide: readonly [Uint32Array, Uint32Array]) =>
    makeArcColumn((arc) => valuesBySide[(base.edgeSide[arc] & 1) === 0 ? 0 : 1][base.edgeSide[arc] >>> 1])
  const mainComponentFlags = computeMainComponentFlags(
    turns,
    copies.map(({ arc }) => arc),
  )
  return {
    count,
    edgeSide,
    duration: makeSideColumn(edges.duration),
    weight: makeSideColumn(edges.weight),
    delay: Uint16Array.from(makeSideColumn(edges.delay).map((delay) => Math.min(delay, 0xffff))),
    speedLimit: Uint8Array.from(makeSideColumn(edges.limit)),
    flags: mainComponentFlags.map(
      (flags, arc) => flags | base.flags[originalArc(arc)] | (arc < base.count ? 0 : ArcFlag.copy),
    ),
    limit: makeArcColumn((arc) => base.limit[arc]),
    part: findConnectedComponents(
      edges.nodeCount,
      makeArcColumn((arc) => base.tail[arc]),
      makeArcColumn((arc) => base.head[arc]),
    ),
  }
}

function buildTurnTable({ first, to, duration, flags }: Turns): TurnTable {
  return { count: to.length, first, to, duration, flags, maneuver: new Uint16Array(to.length) }
}

/**
 * Builds the column of travel modes. A closed direction gets the mode of the open direction, so that the closed
 * direction never looks like a change of mode.
 */
function buildModeColumn(
  edges: Edges,
  sides: TraitTables['sides'],
  rows: readonly { readonly edge: number }[],
): Uint8Array {
  const mode = new Uint8Array(2 * rows.length)
  rows.forEach(({ edge }, road) => {
    const [forward, backward] = [sides.values[edges.side[0][edge]], sides.values[edges.side[1][edge]]]
    mode[2 * road] = (forward ?? backward)?.mode ?? TravelMode.driving
    mode[2 * road + 1] = (backward ?? forward)?.mode ?? TravelMode.driving
  })
  return mode
}

/**
 * Builds the table of roads. Names for both directions are added here, because the order of the two directions depends
 * on the edge.
 */
function buildRoadTable(edges: Edges, { roads, sides }: TraitTables, strings: StringCollector) {
  const rows = new Interner<{ traits: RoadTraits; edge: number }>()
  const roadOfEdge = fillColumn(new Uint32Array(edges.count), (edge) => {
    const [forwardSide, backwardSide] = [edges.side[0][edge], edges.side[1][edge]]
    return rows.intern(`${edges.road[edge]} ${forwardSide} ${backwardSide}`, {
      traits: roads.values[edges.road[edge]],
      edge,
    })
  })
  const { values } = rows
  const stringColumn = (getText: (traits: RoadTraits) => string) =>
    Uint32Array.from(values, ({ traits }) => strings.intern(getText(traits)))
  const perSide = (field: 'destinations' | 'turnLanes') =>
    Uint32Array.from({ length: 2 * values.length }, (_, index) => {
      const sideRules = sides.values[edges.side[index % 2 === 0 ? 0 : 1][values[index >>> 1].edge]]
      return strings.intern(sideRules?.[field] ?? '')
    })
  const table: RoadTable = {
    count: values.length,
    roadClass: Uint8Array.from(values, ({ traits }) => traits.roadClass),
    mode: buildModeColumn(edges, sides, values),
    flags: Uint32Array.from(values, ({ traits }) => traits.flags),
    surface: Uint8Array.from(values, ({ traits }) => traits.surface),
    lanes: Uint8Array.from(values, ({ traits }) => traits.lanes),
    name: stringColumn(({ name }) => name),
    ref: stringColumn(({ ref }) => ref),
    rotaryName: stringColumn(({ rotaryName }) => rotaryName),
    pronunciation: stringColumn(({ pronunciation }) => pronunciation),
    exits: stringColumn(({ exits }) => exits),
    country: stringColumn(({ country }) => country),
    destinations: perSide('destinations'),
    turnLanes: perSide('turnLanes'),
  }
  return { roads: table, roadOfEdge, chargesOfRoad: values.map(({ traits }) => traits.charges) }
}

function buildConditionTable(
  edges: Edges,
  { sides }: TraitTables,
  { count, edgeSide }: ArcTable,
  turns: Turns,
  strings: StringCollector,
): ConditionTable {
  const rows: { text: number; opens: number; kind: number; subject: number }[] = []
  for (let arc = 0; arc < count; arc++) {
    const sideIndex = edges.side[(edgeSide[arc] & 1) === 0 ? 0 : 1][edgeSide[arc] >>> 1]
    for (const { when, opens } of sides.values[sideIndex]?.timed ?? []) {
      rows.push({ text: strings.intern(when), opens: opens ? 1 : 0, kind: SubjectKind.arc, subject: arc })
    }
    for (const { when, opens, group } of sides.values[sideIndex]?.timedForGroups ?? []) {
      const kind = SubjectKind.arcOfFirstGroup + vehicleGroupNames.indexOf(group)
      rows.push({ text: strings.intern(when), opens: opens ? 1 : 0, kind, subject: arc })
    }
  }
  for (const { turn, when, opens } of turns.conditions) {
    rows.push({ text: strings.intern(when), opens: opens ? 1 : 0, kind: SubjectKind.turn, subject: turn })
  }
  return {
    count: rows.length,
    text: Uint32Array.from(rows, (row) => row.text),
    opens: Uint8Array.from(rows, (row) => row.opens),
    subjectKind: Uint8Array.from(rows, (row) => row.kind),
    subject: Uint32Array.from(rows, (row) => row.subject),
  }
}
