import { rulerAt } from '@fairway/geo'
import type { GeoNamesPlace } from '@fairway/places'
import { getTrafficRegion } from '../../roads/rules/speed/country.ts'
import type { RawPlaces } from '../collect/raw-places.ts'
import { influenceRadiusMeters } from './area.ts'

/** Size in degrees of the grid cells that record where an extract has data. */
const CELL_SIZE_DEGREES = 0.1
const COVERAGE_MARGIN_METERS = 4000

/** Approximate coverage of an extract, used to find its countries and nearby towns in the world gazetteer. */
export class ExtractCoverage {
  private readonly cells = new Map<string, readonly [number, number]>()

  constructor({ houses, pois, areas, lines }: RawPlaces) {
    for (let house = 0; house < houses.count; house++)
      this.add(houses.latitude[house] / 1e7, houses.longitude[house] / 1e7)
    for (const { latitude, longitude } of [...pois, ...areas]) this.add(latitude, longitude)
    const { latitude, longitude } = lines.nodes
    for (let node = 0; node < latitude.length; node++) this.add(latitude[node] / 1e7, longitude[node] / 1e7)
  }

  private add(latitude: number, longitude: number): void {
    if (latitude === 0 && longitude === 0) return
    const key = `${Math.floor(latitude / CELL_SIZE_DEGREES)} ${Math.floor(longitude / CELL_SIZE_DEGREES)}`
    if (!this.cells.has(key)) this.cells.set(key, [latitude, longitude])
  }

  listCountries(): Set<string> {
    const codes = new Set<string>()
    for (const [latitude, longitude] of this.cells.values()) {
      const { country } = getTrafficRegion(latitude, longitude)
      if (country !== undefined) codes.add(country)
    }
    return codes
  }

  /** Returns whether a place extends into a cell with data. */
  isNear(place: GeoNamesPlace): boolean {
    const { latitude, longitude } = place
    const meters = COVERAGE_MARGIN_METERS + influenceRadiusMeters(place)
    const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
    const rows = Math.ceil(meters / perLatitudeDegree / CELL_SIZE_DEGREES)
    const columns = Math.ceil(meters / perLongitudeDegree / CELL_SIZE_DEGREES)
    const row = Math.floor(latitude / CELL_SIZE_DEGREES)
    const column = Math.floor(longitude / CELL_SIZE_DEGREES)
    for (let rowOffset = -rows; rowOffset <= rows; rowOffset++) {
      for (let columnOffset = -columns; columnOffset <= columns; columnOffset++) {
        if (this.cells.has(`${row + rowOffset} ${wrapColumn(column + columnOffset)}`)) return true
      }
    }
    return false
  }
}

/** Wraps a column number at the antimeridian. */
function wrapColumn(column: number): number {
  const halfColumns = Math.round(180 / CELL_SIZE_DEGREES)
  return ((((column + halfColumns) % (2 * halfColumns)) + 2 * halfColumns) % (2 * halfColumns)) - halfColumns
}
