/** Fields used from a line of a GeoNames place table. */
export interface GeoNamesPlace {
  readonly id: number
  /** Names of the place, main name first. */
  readonly names: readonly string[]
  readonly latitude: number
  readonly longitude: number
  /** GeoNames feature code. PPLC is a capital, PPLA is the seat of a region, and PPLX is a section of a town. */
  readonly featureCode: string
  readonly countryCode: string
  /** Region code as in the region table, such as `UY.10`. */
  readonly regionCode: string
  readonly population: number
}

/** Parses a tab-separated table with 19 columns and no header. Lines that are not places are skipped. */
export function* parseGeoNames(text: string): Generator<GeoNamesPlace> {
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end)
    from = end < 0 ? text.length : end + 1
    const place = parseLine(line.split('\t'))
    if (place) yield place
  }
}

function parseLine(columns: readonly string[]): GeoNamesPlace | undefined {
  if (columns.length < 15) return undefined
  const [id, name, ascii, alternates, latitude, longitude, , featureCode, countryCode, , region] = columns
  const place = {
    id: Number(id),
    names: [...new Set([name, ascii, ...alternates.split(',')])].filter((name) => name !== ''),
    latitude: Number(latitude),
    longitude: Number(longitude),
    featureCode,
    countryCode,
    regionCode: `${countryCode}.${region}`,
    population: Number(columns[14]),
  }
  const isValid = place.names.length > 0 && Number.isFinite(place.latitude) && Number.isFinite(place.longitude)
  return isValid ? place : undefined
}
