import { fileURLToPath } from 'node:url'
import { montevideoTilesFolder } from './tiles/embedded.ts'

/** An extract bundled with the program, so that a new server has a map without a download. */
export interface EmbeddedExtract {
  readonly region: string
  readonly title: string
  /** File or folder in a format that `readExtract` supports. */
  readonly extract: string
}

/**
 * Lists the bundled extracts. Monaco (2025, ODbL) comes first, because it is complete, with coast and buildings, and
 * compiles within seconds. Montevideo is a city of 1.4 million people, but its extract from 2017 has neither relations
 * nor coastline.
 */
export function listEmbeddedExtracts(): readonly [EmbeddedExtract, ...EmbeddedExtract[]] {
  const monacoFile = fileURLToPath(new URL('./data/monaco-2025.osm.pbf', import.meta.url))
  return [
    { region: 'monaco', title: 'Monaco', extract: monacoFile },
    { region: 'montevideo', title: 'Montevideo', extract: montevideoTilesFolder() },
  ]
}
