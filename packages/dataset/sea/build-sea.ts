import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  canalChannels,
  compileSea,
  findPassage,
  limitGates,
  passageGates,
  type Sea,
  type Seam,
  type SeaProgress,
  type SeaSources,
  shoalGates,
} from '@fairway/sea'
import { readPackageFile } from '../sources/package-files.ts'
import { concatenateRings, readLakes } from './read-lakes.ts'
import { readRings } from './read-rings.ts'
import { readRivers } from './read-rivers.ts'

/**
 * Version of the sea map. Increment the version whenever the sources, passages or arrays change, so that existing files
 * are rebuilt.
 */
export const SEA_VERSION = '8'

/** Attribution that must be shown with every sea route. */
export const SEA_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0), © GeoNames (CC BY 4.0)'

/** Lines where the Río de la Plata meets the ocean, and where the two parts of its map meet. */
const seaSeams: readonly Seam[] = [
  [
    [-36.2897, -56.785],
    [-34.9707, -54.9543],
  ],
  [
    [-35.93, -56.25],
    [-34.89, -56.25],
  ],
]

/** Reads coastlines, lakes and rivers from the data packages and from `data/`. */
export function readSeaSources(): SeaSources {
  const table = (name: string) => readFileSync(join(import.meta.dirname, 'data', name), 'utf8')
  const seas = readRings(readPackageFile('@geo-maps/earth-seas-100m/map.geo.json'))
  return {
    rings: concatenateRings(seas, readLakes(table('lakes.tsv'))),
    seams: seaSeams,
    channels: [...canalChannels, ...readRivers(table('rivers.tsv'))],
    gates: [...passageGates, ...shoalGates, ...limitGates.map(({ gate }) => gate)],
    isClosed: ({ passage }) => passage === undefined || findPassage(passage)?.isClosed === true,
  }
}

/**
 * Builds the global sea map. The build takes about 20 seconds and 500 MB, so the result is stored in a file (see
 * sea-file.ts).
 */
export function buildSea(onProgress: SeaProgress = () => {}): Sea {
  onProgress('reading coastlines', 0)
  return compileSea(readSeaSources(), onProgress)
}
