import { existsSync, readFileSync } from 'node:fs'
import { sharedPath } from '@fairway/geo/testing'
import type { BenchMap } from '../road/porto.ts'

const pointsFile = sharedPath('data/bench/porto-points.json')

/**
 * CPU time of OSRM 6.0.0 (CH) over HTTP, in milliseconds: durations only, and with distances
 * (../shared/design/anchors.md).
 */
export const osrmTables: Readonly<Record<number, readonly [number, number]>> = {
  10: [2.252, 2.278],
  50: [11.811, 12.178],
  100: [24.929, 26.319],
  500: [182.688, 215.936],
  1000: [536.899, 705.911],
}

/** Returns the reference points as [latitude, longitude]. If they are not available, the ends of the pairs are used. */
export function matrixPoints({ name, pairs }: BenchMap): readonly (readonly [number, number])[] {
  if (name !== 'porto' || !existsSync(pointsFile)) return pairs.flat()
  return (JSON.parse(readFileSync(pointsFile, 'utf8')) as { points: [number, number][] }).points
}
