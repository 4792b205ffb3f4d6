import { distanceMeters } from '@fairway/geo'
import type { GeoNamesPlace } from './geonames.ts'

/** Grid of settlements in one-degree cells, for proximity lookups while an index is built. */
export class PlaceGrid {
  private readonly cells = new Map<number, GeoNamesPlace[]>()

  constructor(places: Iterable<GeoNamesPlace>) {
    for (const place of places) {
      const key = toCellKey(Math.floor(place.latitude), Math.floor(place.longitude))
      const cell = this.cells.get(key)
      if (cell) cell.push(place)
      else this.cells.set(key, [place])
    }
  }

  /** Returns the nearest accepted place within the distance. */
  findNearest(
    latitude: number,
    longitude: number,
    kilometers: number,
    accepts: (place: GeoNamesPlace) => boolean,
  ): GeoNamesPlace | undefined {
    let bestPlace: GeoNamesPlace | undefined
    let bestMeters = kilometers * 1000
    for (const place of this.iterateAround(latitude, longitude, kilometers)) {
      const meters = distanceMeters(latitude, longitude, place.latitude, place.longitude)
      if (meters > bestMeters || !accepts(place)) continue
      bestPlace = place
      bestMeters = meters
    }
    return bestPlace
  }

  private *iterateAround(latitude: number, longitude: number, kilometers: number): Generator<GeoNamesPlace> {
    const rows = Math.ceil(kilometers / 111)
    const columns = Math.min(180, Math.ceil(kilometers / (111 * Math.max(0.01, Math.cos((latitude * Math.PI) / 180)))))
    const [row, column] = [Math.floor(latitude), Math.floor(longitude)]
    for (let y = row - rows; y <= row + rows; y++) {
      for (let x = column - columns; x <= column + columns; x++) yield* this.cells.get(toCellKey(y, x)) ?? []
    }
  }
}

/** Returns the key of a cell. Longitudes wrap around. */
function toCellKey(row: number, column: number): number {
  return row * 360 + ((((column + 180) % 360) + 360) % 360)
}

/**
 * Returns whether a place has a name. Names are compared in lower case without folding, because folding would dominate
 * the index build time.
 */
export function hasName({ names }: GeoNamesPlace, name: string): boolean {
  const lowercaseName = name.toLowerCase()
  return names.some((candidate) => candidate.length === name.length && candidate.toLowerCase() === lowercaseName)
}
