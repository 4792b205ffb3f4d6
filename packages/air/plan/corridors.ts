import type { Corridor } from '../model.ts'
import { inForce, nextChange } from '../times/in-force.ts'
import type { Ground } from './heights.ts'

/** Those of corridors that hold the height above ground at all of their corners. Unlike those of zones, limits count as inside. */
export function openCorridors(
  { altitudeM, ground }: { readonly altitudeM: number; readonly ground: Ground },
  corridors: readonly Corridor[],
): Corridor[] {
  return corridors.filter(({ line, band: { lower, upper } }) =>
    line.every((corner) => {
      const seaLevel = -ground.at(corner)
      const isOver = lower === undefined || altitudeM >= lower.meters + (lower.above === 'sea' ? seaLevel : 0)
      const isUnder = upper === undefined || altitudeM <= upper.meters + (upper.above === 'sea' ? seaLevel : 0)
      return isOver && isUnder
    }),
  )
}

/** All the time from one instant to another. */
export function staysOpen({ times, line }: Corridor, fromMs: number, untilMs: number): boolean {
  if (times.length === 0) return true
  if (!inForce(times, fromMs, line[0])) return false
  const change = nextChange(times, fromMs, line[0])
  return change === undefined || change >= untilMs
}

/** Heights inside corridors that are nearest to a wished one. */
export function heightsOfCorridors(corridors: readonly Corridor[], wishedM: number, ceilingM: number): number[] {
  const heights = corridors.flatMap(({ band: { lower, upper } }) => {
    if (lower?.above === 'sea' || upper?.above === 'sea') return []
    const height = Math.min(Math.max(wishedM, lower?.meters ?? 0), upper?.meters ?? Number.POSITIVE_INFINITY)
    return height > 0 && height <= ceilingM ? [height] : []
  })
  return [...new Set(heights)]
    .filter((height) => height !== wishedM)
    .sort((a, b) => Math.abs(a - wishedM) - Math.abs(b - wishedM))
}
