import type { Position } from '@fairway/geo'
import type { Outline } from '../model.ts'
import type { Block, Stretch } from '../scene/block.ts'
import type { ZoneVolume } from '../sky.ts'
import { inForce, nextChange, overlaps } from '../times/in-force.ts'
import { dependsOnSea, type Ground, isEverInBand, isInBand } from './flight/heights.ts'

/** A blocking zone as an obstacle of the scene. */
export interface ZoneBlock extends Block {
  readonly volume: ZoneVolume
  /** In force during only part of the window. */
  readonly isTimed?: boolean
  /** The same zone, treated as permanently in force. */
  readonly shut?: ZoneBlock
}

export interface Window {
  readonly fromMs: number
  readonly untilMs: number
}

export interface Blocks {
  readonly blocks: readonly ZoneBlock[]
  /** Zones that do not block only because of the assumed ground elevation. */
  readonly assumedClear: readonly ZoneVolume[]
}

/**
 * Finds the zones that block a flight at a height above ground during a window, and which of them block only at times
 * or in places.
 */
export function blocksAtCruise(volumes: readonly ZoneVolume[], height: number, ground: Ground, window: Window): Blocks {
  const blocks: ZoneBlock[] = []
  const assumedClear: ZoneVolume[] = []
  for (const volume of volumes) {
    const { band, outline } = volume.volume
    const standing = standingIn(volume, window)
    if (standing === 'never') continue
    const [low, high] = [height - ground.slackM, height + ground.slackM]
    const isAtHeight = needsSamples(volume, ground) || isInBand(band, low, high, ground.at(placeOf(outline)))
    if (!isAtHeight) {
      if (!ground.isKnown) assumedClear.push(volume)
      continue
    }
    blocks.push(toBlock(volume, height, ground, standing === 'at-times'))
  }
  return { blocks, assumedClear }
}

function toBlock(volume: ZoneVolume, height: number, ground: Ground, isTimed: boolean): ZoneBlock {
  const matters = conditionOf(volume, height, ground, isTimed)
  const block = { volume, outline: volume.volume.outline, ...(matters && { matters }) }
  return isTimed ? { ...block, isTimed, shut: toBlock(volume, height, ground, false) } : block
}

/** Finds the zones that reach into the air column over a stop, from the ground up to a height. */
export function blocksInColumn(
  volumes: readonly ZoneVolume[],
  stop: Position,
  [low, high]: readonly [low: number, high: number],
  ground: Ground,
  { fromMs, untilMs }: Window,
  when: 'ever' | 'throughout',
): ZoneBlock[] {
  return volumes.flatMap((volume) => {
    const standing = standingIn(volume, { fromMs, untilMs })
    if (standing === 'never' || (standing === 'at-times' && when === 'throughout')) return []
    const { band, outline } = volume.volume
    return isInBand(band, low, high, ground.at(stop)) ? [{ volume, outline }] : []
  })
}

function needsSamples({ volume }: ZoneVolume, ground: Ground): boolean {
  return ground.isKnown && dependsOnSea(volume.band)
}

function conditionOf(volume: ZoneVolume, height: number, ground: Ground, isTimed: boolean) {
  const isSampled = needsSamples(volume, ground)
  if (!isTimed && !isSampled) return undefined
  const { zone } = volume
  const { band, outline } = volume.volume
  const where = placeOf(outline)
  return (stretch: Stretch): boolean =>
    (!isTimed || overlaps(zone.times, stretch.fromMs, stretch.untilMs, where)) &&
    (!isSampled || isEverInBand(band, height, ground, stretch))
}

function standingIn({ zone, volume }: ZoneVolume, { fromMs, untilMs }: Window): 'never' | 'at-times' | 'throughout' {
  if (zone.times.length === 0) return 'throughout'
  const where = placeOf(volume.outline)
  if (!overlaps(zone.times, fromMs, untilMs, where)) return 'never'
  if (!inForce(zone.times, fromMs, where)) return 'at-times'
  const change = nextChange(zone.times, fromMs, where)
  return change === undefined || change > untilMs ? 'throughout' : 'at-times'
}

/** Reference position for sun events. Any point of the zone is accurate enough. */
export function placeOf(outline: Outline): Position {
  return outline.kind === 'circle' ? outline.center : outline.outer[0]
}
