import type { Position } from '@fairway/geo'
import type { ZoneVolume } from '../airspace-index.ts'
import type { Outline } from '../model.ts'
import type { Block, TimedSegment } from '../scene/block.ts'
import { findNextChange, isInForce, overlapsPeriod } from '../times/in-force.ts'
import { entersBand, type GroundElevation, isInBand, isRelativeToSea } from './flight/heights.ts'

/** A blocking zone as an obstacle in the scene. */
export interface ZoneBlock extends Block {
  readonly volume: ZoneVolume
  /** Whether the zone is in force during only part of the window. */
  readonly isTimed?: boolean
  /** The same zone, treated as permanently in force. */
  readonly permanent?: ZoneBlock
}

export interface TimeWindow {
  readonly fromMs: number
  readonly untilMs: number
}

export interface CruiseBlocks {
  readonly blocks: readonly ZoneBlock[]
  /** Zones that do not block the flight at the assumed ground elevation, but might block it at the actual elevation. */
  readonly assumedClear: readonly ZoneVolume[]
}

/**
 * Finds the zones that block a flight at a height above ground during a window. Also determines which of them block
 * only at certain times or in certain places.
 */
export function listCruiseBlocks(
  volumes: readonly ZoneVolume[],
  height: number,
  groundElevation: GroundElevation,
  window: TimeWindow,
): CruiseBlocks {
  const blocks: ZoneBlock[] = []
  const assumedClearVolumes: ZoneVolume[] = []
  for (const volume of volumes) {
    const { band, outline } = volume.volume
    const forceStatus = getForceStatus(volume, window)
    if (forceStatus === 'never') continue
    const [low, high] = [height - groundElevation.toleranceM, height + groundElevation.toleranceM]
    const isAtHeight =
      needsTerrainSamples(volume, groundElevation) ||
      isInBand(band, low, high, groundElevation.heightAt(referencePosition(outline)))
    if (!isAtHeight) {
      if (!groundElevation.isMeasured) assumedClearVolumes.push(volume)
      continue
    }
    blocks.push(toBlock(volume, height, groundElevation, forceStatus === 'at-times'))
  }
  return { blocks, assumedClear: assumedClearVolumes }
}

function toBlock(volume: ZoneVolume, height: number, groundElevation: GroundElevation, isTimed: boolean): ZoneBlock {
  const condition = makeCondition(volume, height, groundElevation, isTimed)
  const block = { volume, outline: volume.volume.outline, ...(condition && { matters: condition }) }
  return isTimed ? { ...block, isTimed, permanent: toBlock(volume, height, groundElevation, false) } : block
}

/** Finds the zones that reach into the air column over a stop, from the ground up to a height. */
export function listColumnBlocks(
  volumes: readonly ZoneVolume[],
  stop: Position,
  [low, high]: readonly [low: number, high: number],
  groundElevation: GroundElevation,
  { fromMs, untilMs }: TimeWindow,
  overlapRule: 'ever' | 'throughout',
): ZoneBlock[] {
  return volumes.flatMap((volume) => {
    const forceStatus = getForceStatus(volume, { fromMs, untilMs })
    if (forceStatus === 'never' || (forceStatus === 'at-times' && overlapRule === 'throughout')) return []
    const { band, outline } = volume.volume
    return isInBand(band, low, high, groundElevation.heightAt(stop)) ? [{ volume, outline }] : []
  })
}

function needsTerrainSamples({ volume }: ZoneVolume, groundElevation: GroundElevation): boolean {
  return groundElevation.hasTerrain && isRelativeToSea(volume.band)
}

function makeCondition(volume: ZoneVolume, height: number, groundElevation: GroundElevation, isTimed: boolean) {
  const usesTerrainSamples = needsTerrainSamples(volume, groundElevation)
  if (!isTimed && !usesTerrainSamples) return undefined
  const { zone } = volume
  const { band, outline } = volume.volume
  const position = referencePosition(outline)
  return (segment: TimedSegment): boolean =>
    (!isTimed || overlapsPeriod(zone.times, segment.fromMs, segment.untilMs, position)) &&
    (!usesTerrainSamples || entersBand(band, height, groundElevation, segment))
}

function getForceStatus(
  { zone, volume }: ZoneVolume,
  { fromMs, untilMs }: TimeWindow,
): 'never' | 'at-times' | 'throughout' {
  if (zone.times.length === 0) return 'throughout'
  const position = referencePosition(volume.outline)
  if (!overlapsPeriod(zone.times, fromMs, untilMs, position)) return 'never'
  if (!isInForce(zone.times, fromMs, position)) return 'at-times'
  const change = findNextChange(zone.times, fromMs, position)
  return change === undefined || change > untilMs ? 'throughout' : 'at-times'
}

/** Returns the reference position for sun events. Any point of the zone is accurate enough. */
export function referencePosition(outline: Outline): Position {
  return outline.kind === 'circle' ? outline.center : outline.outer[0]
}
