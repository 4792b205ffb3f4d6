import { flatDistanceMeters } from '@fairway/geo'
import { ArcFlag } from '../../network/attributes.ts'
import { withDriveColumn, withManeuvers } from '../../network/drive-column.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import { annotateTurns } from '../annotate-turns.ts'
import { buildGuidanceIndex, type GuidanceIndex } from '../guidance-index.ts'
import { listEdges } from './edge-list.ts'
import type { DrawnMap } from './map-source.ts'
import { listOverrides } from './override-list.ts'
import { buildRoadTable } from './road-table.ts'
import { StringTableBuilder } from './text-builder.ts'
import { listTurns } from './turn-list.ts'

export interface DrawnNetwork {
  readonly network: RoadNetwork
  readonly index: GuidanceIndex
}

/** Builds a complete network with guidance from a drawn map. */
export function buildDrawnNetwork(map: DrawnMap): DrawnNetwork {
  const bare = buildNetworkWithoutManeuvers(map)
  const index = buildGuidanceIndex(bare)
  return { network: withManeuvers(bare, annotateTurns(bare)), index }
}

export function buildNetworkWithoutManeuvers(map: DrawnMap): RoadNetwork {
  const edges = listEdges(map)
  const strings = new StringTableBuilder()
  const numbers = new Map<string, number>()
  for (const { points } of edges) {
    for (const endpoint of [points[0], points[points.length - 1]])
      if (!numbers.has(endpoint)) numbers.set(endpoint, numbers.size)
  }
  const names = [...numbers.keys()]
  const at = (name: string): readonly [number, number] => map.points.get(name) ?? [0, 0]
  const micro = (degrees: number) => Math.round(degrees * 1e6)
  const node = (name: string) => numbers.get(name) ?? NO_ID
  const ids = new Map([...map.points.keys()].map((name, index) => [name, index + 1]))
  const idOf = (name: string) => ids.get(name) ?? Number.NaN

  const shapeFirst = new Uint32Array(edges.length + 1)
  edges.forEach(({ points }, e) => {
    shapeFirst[e + 1] = shapeFirst[e] + points.length
  })
  const shape = edges.flatMap(({ points }) => points.map(at))
  const lengthCm = edges.map(({ points }) => {
    let meters = 0
    for (let i = 1; i < points.length; i++) {
      const [latA, lonA] = at(points[i - 1])
      const [latB, lonB] = at(points[i])
      meters += flatDistanceMeters(latA, lonA, latB, lonB)
    }
    return Math.round(meters * 100)
  })

  const arcOf = new Uint32Array(2 * edges.length).fill(NO_ID)
  const edgeSide: number[] = []
  edges.forEach(({ spec }, e) => {
    for (const side of [0, 1]) {
      if ((side === 0 ? spec.forwardKmh : spec.backwardKmh) === 0) continue
      arcOf[2 * e + side] = edgeSide.length
      edgeSide.push(2 * e + side)
    }
  })
  const durations = edgeSide.map((side) => {
    const { spec } = edges[side >> 1]
    const kmh = side & 1 ? spec.backwardKmh : spec.forwardKmh
    return Math.max(1, Math.round((lengthCm[side >> 1] * 3.6) / kmh))
  })
  const { roads, roadOf } = buildRoadTable(edges, strings)
  const shapeLatitude = Int32Array.from(shape, ([latitude]) => micro(latitude))
  const shapeLongitude = Int32Array.from(shape, ([, longitude]) => micro(longitude))
  const bare = {
    nodes: {
      count: names.length,
      latitude: Int32Array.from(names, (name) => micro(at(name)[0])),
      longitude: Int32Array.from(names, (name) => micro(at(name)[1])),
      exit: Uint32Array.from(names, (name) => strings.add(getExitNumber(map, name))),
      flags: new Uint8Array(names.length),
    },
    edges: {
      count: edges.length,
      from: Uint32Array.from(edges, ({ points }) => node(points[0])),
      to: Uint32Array.from(edges, ({ points }) => node(points[points.length - 1])),
      road: roadOf,
      lengthCm: Uint32Array.from(lengthCm),
      arc: arcOf,
      shapeFirst,
      shapeLatitude,
      shapeLongitude,
      shapeId: Float64Array.from(edges.flatMap(({ points }) => points.map(idOf))),
      way: Float64Array.from(edges, ({ wayIndex }) => wayIndex),
    },
    arcs: {
      count: edgeSide.length,
      edgeSide: Uint32Array.from(edgeSide),
      duration: Uint32Array.from(durations),
      weight: Uint32Array.from(durations),
      delay: new Uint16Array(durations.length),
      speedLimit: new Uint8Array(durations.length),
      flags: Uint8Array.from(edgeSide, (side) => (edges[side >> 1].spec.restricted ? ArcFlag.restricted : 0)),
      limit: new Uint32Array(edgeSide.length),
      part: new Uint32Array(edgeSide.length),
    },
    roads,
    limits: {
      count: 1,
      heightCm: new Uint16Array(1),
      widthCm: new Uint16Array(1),
      lengthCm: new Uint16Array(1),
      weightKg: new Uint32Array(1),
      axleLoadKg: new Uint32Array(1),
    },
    conditions: {
      count: 0,
      text: new Uint32Array(0),
      opens: new Uint8Array(0),
      subjectKind: new Uint8Array(0),
      subject: new Uint32Array(0),
    },
  }
  const partial = { ...bare, arcs: { ...bare.arcs, drive: new Int32Array(0) } }
  const turns = listTurns(map, edges, names, partial)
  const overrides = listOverrides(map, edges, node, { ...partial, turns }, strings)
  return { ...partial, arcs: withDriveColumn(bare.edges, bare.arcs, turns), turns, overrides, texts: strings.build() }
}

function getExitNumber(map: DrawnMap, name: string): string {
  const tags = map.pointTags.get(name)
  return tags?.highway === 'motorway_junction' ? (tags.ref ?? '') : ''
}
