import { computePointWeights, Paths, TILE_EXTENT, toWorldX, toWorldY } from '@fairway/geo'
import type { RoadNetwork } from '@fairway/road'
import { joinEdges } from './join-edges.ts'
import { minZoomOfEdge, OVERVIEW_ZOOM } from './road-zooms.ts'

/** Simplified roads for low zoom levels. Edges of one road are joined into lines without invisible detail. */
export interface RoadOverview {
  /** World coordinates in units of 2^-30. */
  readonly x: Int32Array
  readonly y: Int32Array
  readonly weight: Float32Array
  readonly end: Uint32Array
  /** One of the roads that form each line. All roads of a line have the same class and number. */
  readonly road: Uint32Array
  readonly zoom: Uint8Array
  /** West, north, east and south bounds of each line. */
  readonly box: Int32Array
}

export const OVERVIEW_UNITS = 2 ** 30
/** Simplification tolerance in tile units. Eight units equal one pixel. */
export const OVERVIEW_TOLERANCE = 3
const MIN_WEIGHT = (OVERVIEW_TOLERANCE / TILE_EXTENT / 2 ** OVERVIEW_ZOOM) ** 2

export function buildOverview(network: RoadNetwork): RoadOverview {
  const { edges } = network
  const lines = new Paths()
  const fullLine = new Paths()
  const roads: number[] = []
  for (const chain of joinEdges(network, (edge) => minZoomOfEdge(network, edge) <= OVERVIEW_ZOOM)) {
    fullLine.clear()
    for (const edgeSide of chain) addEdge(fullLine, network, edgeSide >>> 1, (edgeSide & 1) === 1)
    computePointWeights(fullLine.x, fullLine.y, fullLine.weight, 0, fullLine.length - 1)
    for (let i = 0; i < fullLine.length; i++) {
      if (fullLine.weight[i] > MIN_WEIGHT) lines.add(fullLine.x[i], fullLine.y[i], fullLine.weight[i])
    }
    lines.endPath(chain[0] >>> 1, 2)
    roads.push(edges.road[chain[0] >>> 1])
  }
  return toOverview(network, lines, roads)
}

function addEdge(paths: Paths, { edges }: RoadNetwork, edge: number, isBackwards: boolean): void {
  const { shapeFirst, shapeLatitude, shapeLongitude } = edges
  const first = isBackwards ? shapeFirst[edge + 1] - 1 : shapeFirst[edge]
  const count = shapeFirst[edge + 1] - shapeFirst[edge]
  const pointStep = isBackwards ? -1 : 1
  for (let i = 0, pointIndex = first; i < count; i++, pointIndex += pointStep) {
    // Skip the first point, because each edge starts at the end of the previous edge.
    if (i === 0 && paths.length > 0) continue
    paths.add(unwrapX(paths, toWorldX(shapeLongitude[pointIndex])), toWorldY(shapeLatitude[pointIndex]), 0)
  }
}

/**
 * Returns the x coordinate on the same side of the antimeridian as the previous point. The line then continues beyond
 * the edge of the world instead of going around the globe.
 */
function unwrapX({ x, length }: Paths, next: number): number {
  if (length === 0) return next
  const gap = next - x[length - 1]
  return gap > 0.5 ? next - 1 : gap < -0.5 ? next + 1 : next
}

function toOverview(
  network: RoadNetwork,
  { x, y, weight, length, endOffsets, labels, count }: Paths,
  roads: number[],
): RoadOverview {
  const toUnits = (value: number) => Math.round(value * OVERVIEW_UNITS)
  const box = new Int32Array(4 * count)
  const coordinates = {
    x: Int32Array.from(x.subarray(0, length), toUnits),
    y: Int32Array.from(y.subarray(0, length), toUnits),
  }
  for (let line = 0, pointIndex = 0; line < count; line++) {
    let [west, north, east, south] = [2 ** 31 - 1, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31)]
    for (; pointIndex < endOffsets[line]; pointIndex++) {
      west = Math.min(west, coordinates.x[pointIndex])
      east = Math.max(east, coordinates.x[pointIndex])
      north = Math.min(north, coordinates.y[pointIndex])
      south = Math.max(south, coordinates.y[pointIndex])
    }
    box.set([west, north, east, south], 4 * line)
  }
  return {
    ...coordinates,
    weight: weight.slice(0, length),
    end: endOffsets.slice(0, count),
    road: Uint32Array.from(roads),
    zoom: Uint8Array.from(labels.subarray(0, count), (edge) => minZoomOfEdge(network, edge)),
    box,
  }
}
