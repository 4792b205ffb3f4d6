import type { TerrainFolder } from '@fairway/dataset'

/** Positions, in degrees, whose heights a compute thread looks up. */
export interface ElevationJob {
  readonly latitude: Float64Array
  readonly longitude: Float64Array
}

export interface ElevationResult {
  /** Heights in meters above sea level, or NaN if unknown. */
  readonly heights: Float64Array
  readonly attribution: string
  /** Reasons why tiles could not be read. */
  readonly faults: readonly string[]
}

type Tiles = Pick<TerrainFolder, 'refresh' | 'heightAt' | 'attribution' | 'faults'>

/** Looks up heights tile by tile, so that each tile is read once even if the positions alternate between tiles. */
export function lookUpHeights({ latitude, longitude }: ElevationJob, tiles: Tiles): ElevationResult {
  tiles.refresh()
  const heights = new Float64Array(latitude.length).fill(Number.NaN)
  for (const indexes of groupByTile({ latitude, longitude }).values()) {
    for (const index of indexes)
      heights[index] = tiles.heightAt([latitude[index] ?? 0, longitude[index] ?? 0]) ?? Number.NaN
  }
  const isKnown = heights.some((meters) => !Number.isNaN(meters))
  return { heights, attribution: isKnown ? tiles.attribution : '', faults: tiles.faults }
}

export function countTiles(job: ElevationJob): number {
  return groupByTile(job).size
}

function groupByTile({ latitude, longitude }: ElevationJob): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  latitude.forEach((degrees, index) => {
    const tile = Math.floor(degrees) * 1000 + Math.floor(longitude[index] ?? 0)
    const group = groups.get(tile)
    if (group) group.push(index)
    else groups.set(tile, [index])
  })
  return groups
}
