import { flatDistanceMeters, type Terrain, wrapMicrodegrees } from '@fairway/geo'
import { RoadFlag, type RoadNetwork, TravelMode } from '@fairway/road'

/**
 * Points along all edges at regular intervals. The first `nodes.count` samples are the nodes, which adjacent edges
 * share. Each edge is a chain of intervals between samples.
 */
export interface HeightSamples {
  /** Height of the ground in meters. NaN if the height is unknown or differs from the height of the road. */
  readonly ground: Float64Array
  /** Interior samples of edge e, from first[e] up to first[e + 1]. Edges without heights have none. */
  readonly first: Uint32Array
  /** Number of intervals of edge e, or 0 if its heights are unknown. */
  readonly intervals: Uint32Array
}

/** Distance between samples along a road, in meters. Terrain tiles have a sample every 30 m or 90 m. */
const SPACING_METERS = 25
const MICRODEGREES_PER_DEGREE = 1e6

/** Samples the heights of the ground along all edges. Edges whose nodes have unknown heights get no samples. */
export function sampleHeights(network: RoadNetwork, terrain: Terrain): HeightSamples {
  const { nodes, edges } = network
  const heightAt = (latitude: number, longitude: number) =>
    terrain.heightAt([latitude / MICRODEGREES_PER_DEGREE, longitude / MICRODEGREES_PER_DEGREE]) ?? Number.NaN
  const nodeHeight = new Float64Array(nodes.count)
  for (let node = 0; node < nodes.count; node++)
    nodeHeight[node] = heightAt(nodes.latitude[node], nodes.longitude[node])
  const first = new Uint32Array(edges.count + 1)
  const intervals = new Uint32Array(edges.count)
  let count = nodes.count
  for (let edge = 0; edge < edges.count; edge++) {
    first[edge] = count
    const isKnown = !Number.isNaN(nodeHeight[edges.from[edge]]) && !Number.isNaN(nodeHeight[edges.to[edge]])
    if (!isKnown) continue
    const meters = edges.lengthCm[edge] / 100
    intervals[edge] = isAboveGround(network, edge) ? 1 : Math.max(1, Math.round(meters / SPACING_METERS))
    count += intervals[edge] - 1
  }
  first[edges.count] = count
  const ground = new Float64Array(count)
  ground.set(nodeHeight)
  for (let edge = 0; edge < edges.count; edge++)
    sampleEdge(network, edge, intervals[edge], ground.subarray(first[edge], first[edge + 1]), heightAt)
  return { ground, first, intervals }
}

/**
 * Returns whether an edge is a bridge, a tunnel or a ferry. Such an edge is straight between its ends regardless of the
 * ground.
 */
export function isAboveGround({ edges, roads }: RoadNetwork, edge: number): boolean {
  const road = edges.road[edge]
  if ((roads.flags[road] & (RoadFlag.bridge | RoadFlag.tunnel)) !== 0) return true
  return roads.mode[2 * road] === TravelMode.ferry || roads.mode[2 * road] === TravelMode.train
}

function sampleEdge(
  { edges }: RoadNetwork,
  edge: number,
  intervalCount: number,
  samples: Float64Array,
  heightAt: (latitude: number, longitude: number) => number,
): void {
  if (samples.length === 0) return
  const shares = shapeShares(edges, edge)
  let point = 0
  for (let i = 0; i < samples.length; i++) {
    const share = (i + 1) / intervalCount
    while (point + 2 < shares.length && shares[point + 1] < share) point++
    const shape = edges.shapeFirst[edge] + point
    const span = shares[point + 1] - shares[point]
    const part = span > 0 ? (share - shares[point]) / span : 0
    const [latitude, longitude] = [edges.shapeLatitude, edges.shapeLongitude]
    const north = latitude[shape + 1] - latitude[shape]
    const east = wrapMicrodegrees(longitude[shape + 1] - longitude[shape])
    samples[i] = heightAt(latitude[shape] + part * north, wrapMicrodegrees(longitude[shape] + part * east))
  }
}

/** Returns the fraction of the edge's length up to each shape point. */
export function shapeShares(
  { shapeFirst, shapeLatitude, shapeLongitude }: RoadNetwork['edges'],
  edge: number,
): Float64Array {
  const begin = shapeFirst[edge]
  const meters = new Float64Array(shapeFirst[edge + 1] - begin)
  for (let i = 1; i < meters.length; i++) {
    const [from, to] = [begin + i - 1, begin + i]
    meters[i] =
      meters[i - 1] +
      flatDistanceMeters(
        shapeLatitude[from] / MICRODEGREES_PER_DEGREE,
        shapeLongitude[from] / MICRODEGREES_PER_DEGREE,
        shapeLatitude[to] / MICRODEGREES_PER_DEGREE,
        shapeLongitude[to] / MICRODEGREES_PER_DEGREE,
      )
  }
  const total = meters[meters.length - 1]
  return total > 0 ? meters.map((value) => value / total) : meters
}
