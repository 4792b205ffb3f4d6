import type { Position } from '@fairway/geo'
import type { Corridor } from '../model.ts'
import { findNextChange, isInForce } from '../times/in-force.ts'
import type { GroundElevation } from './flight/heights.ts'
import { MIN_ALTITUDE_M } from './request.ts'

/**
 * Returns the corridors that contain the height above ground along their whole length. Unlike for zones, a height
 * exactly at a limit counts as inside.
 */
export function listOpenCorridors(
  { altitudeM, groundElevation }: { readonly altitudeM: number; readonly groundElevation: GroundElevation },
  corridors: readonly Corridor[],
): Corridor[] {
  return corridors.filter(({ line, band: { lower, upper } }) =>
    listGroundHeights(line, groundElevation, lower?.above === 'sea' || upper?.above === 'sea').every((groundM) => {
      const seaLevel = -groundM
      const isAboveLower = lower === undefined || altitudeM >= lower.meters + (lower.above === 'sea' ? seaLevel : 0)
      const isBelowUpper = upper === undefined || altitudeM <= upper.meters + (upper.above === 'sea' ? seaLevel : 0)
      return isAboveLower && isBelowUpper
    }),
  )
}

/** Returns the ground heights under a line that matter for limits above sea level. */
function listGroundHeights(line: readonly Position[], groundElevation: GroundElevation, isAboveSea: boolean): number[] {
  if (!isAboveSea || !groundElevation.hasTerrain) return [groundElevation.heightAt(line[0])]
  return line
    .slice(1)
    .flatMap((to, index) => groundElevation.profileBetween(line[index], to).map(({ meters }) => meters))
}

/** Returns whether the corridor is open during the whole interval. */
export function isOpenThroughout({ times, line }: Corridor, fromMs: number, untilMs: number): boolean {
  if (times.length === 0) return true
  if (!isInForce(times, fromMs, line[0])) return false
  const nextChangeMs = findNextChange(times, fromMs, line[0])
  return nextChangeMs === undefined || nextChangeMs >= untilMs
}

/** Returns the heights inside corridors that are closest to the requested height. */
export function listCorridorHeights(corridors: readonly Corridor[], preferredM: number, ceilingM: number): number[] {
  const heights = corridors.flatMap(({ band: { lower, upper } }) => {
    if (lower?.above === 'sea' || upper?.above === 'sea') return []
    const height = Math.min(Math.max(preferredM, lower?.meters ?? 0), upper?.meters ?? Number.POSITIVE_INFINITY)
    return height >= MIN_ALTITUDE_M && height <= ceilingM ? [height] : []
  })
  return [...new Set(heights)]
    .filter((height) => height !== preferredM)
    .sort((a, b) => Math.abs(a - preferredM) - Math.abs(b - preferredM))
}
