import { bearingDegrees } from '@fairway/geo'
import { RoadFlag } from '../../network/attributes.ts'
import { type ArcTable, type EdgeTable, type RoadTable, TurnFlag, type TurnTable } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import { type DrawnEdge, isBarrier } from './edge-list.ts'
import type { DrawnMap } from './map-source.ts'

interface NetworkTables {
  readonly edges: EdgeTable
  readonly arcs: ArcTable
  readonly roads: RoadTable
}

const CIRCULAR_FLAGS = RoadFlag.roundabout | RoadFlag.circular

/**
 * Returns all turns of a drawn map that restrictions, barriers and roundabouts allow. U-turns are included only where
 * they are necessary.
 */
export function listTurns(
  map: DrawnMap,
  drawn: readonly DrawnEdge[],
  names: readonly string[],
  { edges, arcs, roads }: NetworkTables,
): TurnTable {
  const head = (arc: number) => {
    const side = arcs.edgeSide[arc]
    return side & 1 ? edges.from[side >> 1] : edges.to[side >> 1]
  }
  const tail = (arc: number) => {
    const side = arcs.edgeSide[arc]
    return side & 1 ? edges.to[side >> 1] : edges.from[side >> 1]
  }
  const leaving: number[][] = names.map(() => [])
  const arriving: number[][] = names.map(() => [])
  const degree = new Uint32Array(names.length)
  for (let arc = 0; arc < arcs.count; arc++) {
    leaving[tail(arc)].push(arc)
    arriving[head(arc)].push(arc)
  }
  for (let edge = 0; edge < edges.count; edge++) {
    degree[edges.from[edge]]++
    degree[edges.to[edge]]++
  }
  const isCircle = (arc: number) => (roads.flags[edges.road[arcs.edgeSide[arc] >> 1]] & CIRCULAR_FLAGS) !== 0
  const bearing = (arc: number, atEnd: boolean) => {
    const side = arcs.edgeSide[arc]
    const points = side & 1 ? drawn[side >> 1].points.toReversed() : drawn[side >> 1].points
    const [a, b] = atEnd ? points.slice(-2) : points.slice(0, 2)
    const [latA, lonA] = map.points.get(a) ?? [0, 0]
    const [latB, lonB] = map.points.get(b) ?? [0, 0]
    return bearingDegrees(latA, lonA, latB, lonB)
  }

  const first = new Uint32Array(arcs.count + 1)
  const to: number[] = []
  const duration: number[] = []
  const flags: number[] = []
  for (let arc = 0; arc < arcs.count; arc++) {
    const node = head(arc)
    const exits = leaving[node].filter((next) => !isForbidden(map, drawn, names[node], arcs, arc, next))
    const twoWayCount = leaving[node].filter((next) => edges.arc[arcs.edgeSide[next] ^ 1] !== NO_ID).length
    const barrier = isBarrier(map, names[node])
    const rimIn = arriving[node].find(isCircle)
    const rimOut = leaving[node].find(isCircle)
    for (const next of exits) {
      const uturn = arcs.edgeSide[next] === (arcs.edgeSide[arc] ^ 1)
      if (
        uturn &&
        !(barrier || degree[node] === 1 || exits.length === 1 || twoWayCount <= 1 || hasUturnLane(drawn, arcs, arc))
      )
        continue
      if (!uturn && barrier) continue
      if (!uturn && rimIn !== undefined && rimOut !== undefined && arc !== rimIn && next !== rimOut) {
        if (isAgainstFlow(bearing(rimIn, true), bearing(rimOut, false), bearing(arc, true), bearing(next, false)))
          continue
      }
      const deflection = ((bearing(next, false) - bearing(arc, true) + 540) % 360) - 180
      to.push(next)
      flags.push(uturn ? TurnFlag.uturn : 0)
      duration.push(
        degree[node] < 3 && !uturn ? 0 : Math.round((750 * (deflection / 180) ** 2 + (uturn ? 2000 : 0)) / 1),
      )
    }
    first[arc + 1] = to.length
  }
  return {
    count: to.length,
    first,
    to: Uint32Array.from(to),
    duration: Uint16Array.from(duration),
    flags: Uint8Array.from(flags),
    maneuver: new Uint16Array(to.length),
  }
}

function hasUturnLane(drawn: readonly DrawnEdge[], arcs: ArcTable, arc: number): boolean {
  const side = arcs.edgeSide[arc]
  return drawn[side >> 1].spec.turnLanes[side & 1].includes('reverse')
}

/**
 * Returns true for a turn against the flow of a roundabout, from one road at a node to another road at the same node.
 */
function isAgainstFlow(rimIn: number, rimOut: number, arriving: number, leaving: number): boolean {
  const angle = (from: number, to: number) => (from - to + 540) % 360
  const rim = angle(rimIn, rimOut)
  const from = angle(rimIn, (arriving + 180) % 360)
  const to = angle(rimIn, leaving)
  return (from < rim && to < from) || (from > rim && to > from)
}

function isForbidden(
  map: DrawnMap,
  drawn: readonly DrawnEdge[],
  via: string,
  arcs: ArcTable,
  arc: number,
  next: number,
): boolean {
  const wayIndexOf = (a: number) => drawn[arcs.edgeSide[a] >> 1].wayIndex
  return map.relations.some(({ tags, members }) => {
    const kind = tags.restriction ?? ''
    const member = (role: string) => members.find((m) => m.role === role)
    if (tags.type !== 'restriction' || member('via')?.point !== via || member('from')?.wayIndex !== wayIndexOf(arc))
      return false
    const matches = member('to')?.wayIndex === wayIndexOf(next)
    return kind.startsWith('only') ? !matches : matches
  })
}
