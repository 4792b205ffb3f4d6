import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packedFolder } from '../../sources/package-files.ts'

/** Returns the folder of OSM QA tiles of Montevideo (2017, ODbL), which come from an npm package. */
export function montevideoTilesFolder(): string {
  const packedPath = join(packedFolder, 'montevideo')
  if (existsSync(packedPath)) return packedPath
  const fixtures = createRequire(import.meta.url).resolve('@mapbox/mvt-fixtures')
  return join(dirname(fixtures), 'real-world', 'osm-qa-montevideo')
}
