import type { Position } from '../model.ts'

/** Where the ground is, in metres above the sea; undefined where nobody knows. */
export interface Terrain {
  heightAt(position: Position): number | undefined
  /** How many samples a degree has there; undefined where nobody knows the ground. Without it, a second of arc is taken. */
  cellsPerDegreeAt?(position: Position): number | undefined
}
