import type { Position } from '../model.ts'

/** Where the ground is, in metres above the sea; undefined where nobody knows. */
export interface Terrain {
  heightAt(position: Position): number | undefined
}
