import { type Surface, surfaces } from '@fairway/road'
import type { Tags } from './rules.ts'

/** Stored surface for each value of the `surface` tag. */
const surfaceByTag = new Map<string, Surface>([
  ...surfaces.filter((surface) => surface !== 'unknown').map((surface) => [surface, surface] as const),
  ['chipseal', 'asphalt'],
  ['cement', 'concrete'],
  ['concrete:plates', 'concrete'],
  ['concrete:lanes', 'concrete'],
  ['bricks', 'paving_stones'],
  ['brick', 'paving_stones'],
  ['paving_stones:lanes', 'paving_stones'],
  ['tiles', 'paving_stones'],
  ['cobblestone:flattened', 'sett'],
  ['unhewn_cobblestone', 'cobblestone'],
  ['stone', 'cobblestone'],
  ['pebblestone', 'gravel'],
  ['rock', 'ground'],
  ['dirt', 'ground'],
  ['earth', 'ground'],
  ['clay', 'ground'],
  ['soil', 'ground'],
  ['laterite', 'ground'],
  ['woodchips', 'ground'],
  ['grass_paver', 'grass'],
  ['metal_grid', 'metal'],
])

/** Returns the number of the surface in RoadTable.surface. */
export function readSurface(tags: Tags): number {
  return surfaces.indexOf(surfaceByTag.get(tags.get('surface') ?? '') ?? 'unknown')
}
