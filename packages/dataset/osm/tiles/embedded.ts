import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Folder of OSM QA tiles of Montevideo (2017, ODbL) from an npm package. It provides a city without a download. */
export function montevideoTilesFolder(): string {
  const fixtures = createRequire(import.meta.url).resolve('@mapbox/mvt-fixtures')
  return join(dirname(fixtures), 'real-world', 'osm-qa-montevideo')
}
