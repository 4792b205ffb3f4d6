import { StoreRefusal } from './store-refusal.ts'

/** A part begins with a letter or a digit, so that no name climbs out of its folder and none is a hidden file. */
const PART = /^[a-z0-9][a-z0-9._-]*$/
const MAX_LENGTH = 100

/** Names are folders: `porto`, `europe/monaco`. */
export function isRegionName(name: string): boolean {
  return name.length <= MAX_LENGTH && name.split('/').every(isRegionPart)
}

export function isRegionPart(part: string): boolean {
  return PART.test(part)
}

export function checkRegionName(name: string): void {
  if (isRegionName(name)) return
  const rule = `use at most ${MAX_LENGTH} small letters, digits, dots, hyphens and underscores, with slashes between parts that begin with a letter or a digit`
  throw new StoreRefusal('bad-region-name', `a region cannot be called ${JSON.stringify(name)}; ${rule}`)
}

/** Of extracts, as they stand behind each other: `.osm.bz2`. */
export const EXTENSIONS = /(\.(osm|pbf|xml|json|geojson|mvt|gz|bz2))+$/i

/** What a file is likely to hold: `monaco-latest.osm.pbf` and `Monaco-260101.osm.pbf` are monaco. */
export function toRegionName(fileName: string): string {
  const stem = fileName.replace(EXTENSIONS, '').replace(/-(latest|\d{6})$/i, '')
  return stem
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, MAX_LENGTH)
}
