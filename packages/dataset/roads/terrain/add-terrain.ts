import type { Terrain } from '@fairway/geo'
import {
  HEIGHT_UNIT_METERS,
  MAX_RISING_SHARE,
  NO_HEIGHT,
  RoadClass,
  type RoadNetwork,
  STEEPEST_UNITS,
  type TerrainTable,
  withGrades,
} from '@fairway/road'
import { type HeightSamples, isAboveGround, sampleHeights, shapeShares } from './height-samples.ts'
import { type SampleGraph, smoothHeights } from './smooth-heights.ts'

/**
 * Distances in meters over which heights are smoothed. Terrain tiles are off by a few meters, and roads on a slope are
 * often drawn next to their actual position. Cuttings and embankments make main roads smoother than the ground, so
 * their smoothing distance is longer. With these values, the main roads of Andorra have grades of at most 15 %, as in
 * reality.
 */
const MAIN_ROAD_SMOOTHING_METERS = 200
const STREET_SMOOTHING_METERS = 120
const PATH_SMOOTHING_METERS = 60
const roughClasses: ReadonlySet<number> = new Set([RoadClass.track, RoadClass.path, RoadClass.steps])

const MAX_HEIGHT_UNITS = 32_767
const MAX_DECIMETERS = 65_535
const MAX_STEEPEST = 127

/** Adds heights and the time lost on climbs to a network. Returns the same network if no height is known. */
export function addTerrain(network: RoadNetwork, terrain: Terrain): RoadNetwork {
  const samples = sampleHeights(network, terrain)
  if (!samples.intervals.some((count) => count > 0)) return network
  const table = buildTerrainTable(network, samples, smoothHeights(samples.ground, toGraph(network, samples)))
  return { ...withGrades(network, table), terrain: table }
}

function smoothingOf(roadClass: number): number {
  if (roadClass <= RoadClass.secondaryLink) return MAIN_ROAD_SMOOTHING_METERS
  return roughClasses.has(roadClass) ? PATH_SMOOTHING_METERS : STREET_SMOOTHING_METERS
}

function toGraph(network: RoadNetwork, { intervals, first }: HeightSamples): SampleGraph {
  const { edges } = network
  const count = intervals.reduce((sum, value) => sum + value, 0)
  const graph = {
    from: new Uint32Array(count),
    to: new Uint32Array(count),
    meters: new Float64Array(count),
    smoothingMeters: new Float64Array(count),
    isOnGround: new Uint8Array(count),
  }
  let index = 0
  for (let edge = 0; edge < edges.count; edge++) {
    const onGround = isAboveGround(network, edge) ? 0 : 1
    const smoothingMeters = smoothingOf(network.roads.roadClass[edges.road[edge]])
    for (let i = 0; i < intervals[edge]; i++) {
      graph.from[index] = i === 0 ? edges.from[edge] : first[edge] + i - 1
      graph.to[index] = i === intervals[edge] - 1 ? edges.to[edge] : first[edge] + i
      graph.meters[index] = edges.lengthCm[edge] / 100 / intervals[edge]
      graph.smoothingMeters[index] = smoothingMeters
      graph.isOnGround[index++] = onGround
    }
  }
  return graph
}

function buildTerrainTable(network: RoadNetwork, { first, intervals }: HeightSamples, height: Float64Array) {
  const { edges } = network
  const table: TerrainTable = {
    shapeHeight: new Int16Array(edges.shapeLatitude.length).fill(NO_HEIGHT),
    ascentDm: new Uint16Array(edges.count),
    descentDm: new Uint16Array(edges.count),
    risingShare: new Uint8Array(edges.count),
    steepest: new Int8Array(edges.count),
  }
  for (let edge = 0; edge < edges.count; edge++) {
    if (intervals[edge] === 0) continue
    const profile = new Float64Array(intervals[edge] + 1)
    profile[0] = height[edges.from[edge]]
    profile.set(height.subarray(first[edge], first[edge + 1]), 1)
    profile[intervals[edge]] = height[edges.to[edge]]
    writeGrades(table, edge, profile, edges.lengthCm[edge] / 100)
    const shares = shapeShares(edges, edge)
    for (let point = 0; point < shares.length; point++)
      table.shapeHeight[edges.shapeFirst[edge] + point] = toHeightUnits(interpolate(profile, shares[point]))
  }
  return table
}

/** Writes the grades of an edge. `profile` contains the heights at regular intervals. */
function writeGrades(table: TerrainTable, edge: number, profile: Float64Array, meters: number): void {
  const count = profile.length - 1
  const intervalMeters = Math.max(0.01, meters / count)
  let [ascent, descent, rising, steepest] = [0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    const rise = profile[i + 1] - profile[i]
    if (rise > 0) ascent += rise
    else descent -= rise
    rising += rise > 0 ? 1 : rise === 0 ? 0.5 : 0
    if (Math.abs(rise) > Math.abs(steepest)) steepest = rise
  }
  table.ascentDm[edge] = Math.min(MAX_DECIMETERS, Math.round(10 * ascent))
  table.descentDm[edge] = Math.min(MAX_DECIMETERS, Math.round(10 * descent))
  table.risingShare[edge] = Math.round((MAX_RISING_SHARE * rising) / count)
  const units = Math.round((100 * STEEPEST_UNITS * steepest) / intervalMeters)
  table.steepest[edge] = Math.max(-MAX_STEEPEST, Math.min(MAX_STEEPEST, units))
}

function interpolate(profile: Float64Array, fraction: number): number {
  const position = fraction * (profile.length - 1)
  const index = Math.min(profile.length - 2, Math.floor(position))
  return profile[index] + (position - index) * (profile[index + 1] - profile[index])
}

function toHeightUnits(meters: number): number {
  return Math.max(-MAX_HEIGHT_UNITS, Math.min(MAX_HEIGHT_UNITS, Math.round(meters / HEIGHT_UNIT_METERS)))
}
