import { distanceMeters } from '@fairway/geo'
import { type PlacesBuilder, postcodeWord, writeDetails } from '@fairway/places'
import type { Polygon } from './areas/polygon.ts'

interface Sum {
  readonly text: string
  readonly country: string | undefined
  weight: number
  latitude: number
  longitude: number
  readonly parents: Map<number, number>
  polygon?: Polygon | undefined
}

const IMPORTANCE = 0.2
/** A postal code farther from the center than this is an error in a single address. */
const FAR_METERS = 50_000

/**
 * Postal codes as areas, built from addresses. The position is the center of the addresses, or of the boundary if there
 * is one.
 */
export class Postcodes {
  private readonly sums = new Map<string, Sum>()

  add(
    text: string,
    country: string | undefined,
    latitude: number,
    longitude: number,
    weight: number,
    parent?: number,
  ): void {
    const sum = this.sumOf(text, country)
    if (!sum) return
    const mean = [sum.latitude / sum.weight, sum.longitude / sum.weight] as const
    if (sum.weight > 0 && distanceMeters(...mean, latitude, longitude) > FAR_METERS) return
    sum.weight += weight
    sum.latitude += latitude * weight
    sum.longitude += longitude * weight
    if (parent !== undefined) sum.parents.set(parent, (sum.parents.get(parent) ?? 0) + weight)
  }

  addBoundary(text: string, country: string | undefined, polygon: Polygon): void {
    const sum = this.sumOf(text, country)
    if (sum) sum.polygon = polygon
  }

  writeTo(builder: PlacesBuilder): void {
    for (const { text, country, weight, latitude, longitude, parents, polygon } of this.sums.values()) {
      const at = polygon?.center ?? [latitude / weight, longitude / weight]
      if (!Number.isFinite(at[0])) continue
      const parent = [...parents].reduce<[number, number] | undefined>(
        (best, one) => (best && best[1] >= one[1] ? best : one),
        undefined,
      )
      builder.add({
        kind: 'postcode',
        names: [text],
        latitude: at[0],
        longitude: at[1],
        importance: IMPORTANCE,
        parent: parent?.[0],
        countryCode: country,
        postcode: text,
        details: writeDetails({ postcode: text }),
      })
    }
  }

  private sumOf(text: string, country: string | undefined): Sum | undefined {
    const word = postcodeWord(text)
    if (word === '' || word.length > 12) return undefined
    const key = `${country ?? ''} ${word}`
    const known = this.sums.get(key)
    if (known) return known
    const sum: Sum = { text, country, weight: 0, latitude: 0, longitude: 0, parents: new Map() }
    this.sums.set(key, sum)
    return sum
  }
}
