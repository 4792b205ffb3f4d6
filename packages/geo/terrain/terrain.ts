import type { Position } from '../earth.ts'

/** Ground elevation in meters above sea level, or undefined where it is unknown. */
export interface Terrain {
  heightAt(position: Position): number | undefined
  /**
   * Returns the number of samples per degree at a position, or undefined where the ground is unknown. If the method is
   * absent, one sample per arc second is assumed.
   */
  cellsPerDegreeAt?(position: Position): number | undefined
}
