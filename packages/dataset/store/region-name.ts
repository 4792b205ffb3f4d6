import { StoreError } from './store-refusal.ts'

/**
 * Pattern for a part of a name. Each part starts with a letter or digit, so no name can leave its folder or be a hidden
 * file.
 */
const REGION_PART_PATTERN = /^[a-z0-9][a-z0-9._-]*$/
const MAX_NAME_LENGTH = 100

/** Returns whether a name is a valid region name. Names are folder paths such as `porto` and `europe/monaco`. */
export function isRegionName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && name.split('/').every(isRegionPart)
}

export function isRegionPart(part: string): boolean {
  return REGION_PART_PATTERN.test(part)
}

export function checkRegionName(name: string): void {
  if (isRegionName(name)) return
  const rule = `use at most ${MAX_NAME_LENGTH} lowercase letters, digits, dots, hyphens and underscores, with slashes between parts that start with a letter or a digit`
  throw new StoreError('bad-region-name', `a region cannot be named ${JSON.stringify(name)}; ${rule}`)
}

/** Extensions of extract files, which can be combined, as in `.osm.bz2`. */
export const EXTRACT_EXTENSION_PATTERN = /(\.(osm|pbf|xml|json|geojson|mvt|gz|bz2))+$/i

/**
 * Derives the region name from a file name. For example, `monaco-latest.osm.pbf` and `Monaco-260101.osm.pbf` become
 * `monaco`.
 */
export function toRegionName(fileName: string): string {
  const stem = fileName.replace(EXTRACT_EXTENSION_PATTERN, '').replace(/-(latest|\d{6})$/i, '')
  return stem
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, MAX_NAME_LENGTH)
}
