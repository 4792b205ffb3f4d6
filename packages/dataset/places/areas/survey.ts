import { rulerAt } from '@fairway/geo'
import type { GeoNamesPlace } from '@fairway/places'
import { placeAt } from '../../roads/rules/speed/country.ts'
import type { RawPlaces } from '../collect/raw-places.ts'
import { reachMeters } from './area.ts'

/** Size in degrees of the grid cells that record where an extract has data. */
const CELL_DEGREES = 0.1
const MARGIN_METERS = 4000

/** Approximate coverage of an extract, used to find its countries and the nearby towns of the world. */
export class Survey {
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
    const key = `${Math.floor(latitude / CELL_DEGREES)} ${Math.floor(longitude / CELL_DEGREES)}`
    if (!this.cells.has(key)) this.cells.set(key, [latitude, longitude])
  }

  countries(): Set<string> {
    const found = new Set<string>()
    for (const [latitude, longitude] of this.cells.values()) {
      const { country } = placeAt(latitude, longitude)
      if (country !== undefined) found.add(country)
    }
    return found
  }

  /** Whether a place extends into a cell with data. */
  isNear(place: GeoNamesPlace): boolean {
    const { latitude, longitude } = place
    const meters = MARGIN_METERS + reachMeters(place)
    const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
    const rows = Math.ceil(meters / perLatitudeDegree / CELL_DEGREES)
    const columns = Math.ceil(meters / perLongitudeDegree / CELL_DEGREES)
    const row = Math.floor(latitude / CELL_DEGREES)
    const column = Math.floor(longitude / CELL_DEGREES)
    for (let down = -rows; down <= rows; down++) {
      for (let right = -columns; right <= columns; right++) {
        if (this.cells.has(`${row + down} ${wrapped(column + right)}`)) return true
      }
    }
    return false
  }
}

/** Columns wrap at the antimeridian. */
function wrapped(column: number): number {
  const half = Math.round(180 / CELL_DEGREES)
  return ((((column + half) % (2 * half)) + 2 * half) % (2 * half)) - half
}
