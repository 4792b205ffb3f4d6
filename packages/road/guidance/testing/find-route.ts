import type { RoadNetwork } from '../../network/network.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { NO_ID } from '../../sentinels.ts'

/** A position on an edge, as a distance from its first point. */
export interface EdgePosition {
  readonly edge: number
  readonly fraction: number
  readonly meters: number
}

/** Returns all positions nearest to a point. At a junction, there is more than one. */
export function findNearestPositions(
  network: RoadNetwork,
  [latitude, longitude]: readonly [number, number],
): EdgePosition[] {
  const { edges } = network
  const positions: EdgePosition[] = []
  for (let edge = 0; edge < edges.count; edge++)
    positions.push(projectOntoEdge(network, edge, latitude * 1e6, longitude * 1e6))
  const best = Math.min(...positions.map(({ meters }) => meters))
  return positions.filter(({ meters }) => meters <= best + 0.3)
}

export function projectOntoEdge(
  { edges }: RoadNetwork,
  edge: number,
  latitude: number,
  longitude: number,
): EdgePosition {
  const METERS_PER_MICRODEGREE = 0.1111
  let best = { edge, fraction: 0, meters: Number.POSITIVE_INFINITY }
  let along = 0
  for (let i = edges.shapeFirst[edge]; i + 1 < edges.shapeFirst[edge + 1]; i++) {
    const x = (edges.shapeLongitude[i + 1] - edges.shapeLongitude[i]) * METERS_PER_MICRODEGREE
    const y = (edges.shapeLatitude[i + 1] - edges.shapeLatitude[i]) * METERS_PER_MICRODEGREE
    const px = (longitude - edges.shapeLongitude[i]) * METERS_PER_MICRODEGREE
    const py = (latitude - edges.shapeLatitude[i]) * METERS_PER_MICRODEGREE
    const length = Math.hypot(x, y)
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / (length * length)))
    const meters = Math.hypot(px - t * x, py - t * y)
    if (meters < best.meters - 1e-9) best = { edge, fraction: along + t * length, meters }
    along += length
  }
  return { ...best, fraction: along === 0 ? 0 : Math.min(1, best.fraction / along) }
}

/** A position relative to one direction of its edge. */
interface ArcPosition {
  readonly arc: number
  readonly fraction: number
}

function toArcPositions({ edges }: RoadNetwork, positions: readonly EdgePosition[]): ArcPosition[] {
  const both = positions.flatMap(({ edge, fraction }) => [
    { arc: edges.arc[2 * edge], fraction },
    { arc: edges.arc[2 * edge + 1], fraction: 1 - fraction },
  ])
  return both.filter(({ arc }) => arc !== NO_ID)
}

export interface WeightedLeg extends RouteLeg {
  readonly weight: number
}

/** Returns the path of lowest weight between two positions, found by a plain search over the turns of the network. */
export function findLeg(
  network: RoadNetwork,
  from: readonly EdgePosition[],
  to: readonly EdgePosition[],
): WeightedLeg | undefined {
  const { arcs } = network
  const starts = toArcPositions(network, from)
  const targets = toArcPositions(network, to)
  let best: WeightedLeg | undefined
  const considerPath = (path: readonly number[], start: ArcPosition, target: ArcPosition, weight: number) => {
    if (best !== undefined && weight > best.weight - 1e-6) return
    best = { ...toLeg(network, path), startFraction: start.fraction, endFraction: target.fraction, weight }
  }
  for (const start of starts) {
    for (const target of targets) {
      if (target.arc !== start.arc || target.fraction < start.fraction) continue
      considerPath([target.arc], start, target, (target.fraction - start.fraction) * arcs.weight[target.arc])
    }
    const tree = searchFrom(network, start)
    for (const target of targets) {
      const entered = tree.get(target.arc)
      if (entered === undefined) continue
      const path = [target.arc]
      for (let arc = entered.from; arc !== start.arc; arc = tree.get(arc)?.from ?? start.arc) path.unshift(arc)
      considerPath([start.arc, ...path], start, target, entered.weight + target.fraction * arcs.weight[target.arc])
    }
  }
  return best
}

/** Returns the weight at the start of every reachable arc and the preceding arc. */
function searchFrom({ arcs, turns }: RoadNetwork, start: ArcPosition): Map<number, { weight: number; from: number }> {
  const tree = new Map<number, { weight: number; from: number }>()
  const open = new Map<number, number>([[start.arc, (1 - start.fraction) * arcs.weight[start.arc]]])
  const done = new Set<number>()
  while (open.size > 0) {
    const [arc, weight] = [...open].reduce((a, b) => (b[1] < a[1] ? b : a))
    open.delete(arc)
    done.add(arc)
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
      const next = turns.to[turn]
      const entered = weight + turns.duration[turn]
      if (entered >= (tree.get(next)?.weight ?? Number.POSITIVE_INFINITY)) continue
      tree.set(next, { weight: entered, from: arc })
      if (!done.has(next)) open.set(next, entered + arcs.weight[next])
    }
  }
  return tree
}

function toLeg({ turns }: RoadNetwork, path: readonly number[]): Pick<RouteLeg, 'arcs' | 'turns'> {
  const turnsTaken = path.slice(1).map((next, i) => {
    for (let turn = turns.first[path[i]]; turn < turns.first[path[i] + 1]; turn++)
      if (turns.to[turn] === next) return turn
    return NO_ID
  })
  return { arcs: Uint32Array.from(path), turns: Uint32Array.from(turnsTaken) }
}
