import { distanceMeters } from '@fairway/geo'
import { type PlacesBuilder, toPostcodeWord, writeDetails } from '@fairway/places'
import type { Polygon } from './areas/polygon.ts'

interface PostcodeSum {
  readonly postcode: string
  readonly country: string | undefined
  weight: number
  latitude: number
  longitude: number
  readonly parents: Map<number, number>
  polygon?: Polygon | undefined
}

const POSTCODE_IMPORTANCE = 0.2
/**
 * Maximum distance between an address and the center of its postal code, in meters. Addresses farther away are assumed
 * to have a wrong postal code.
 */
const MAX_CENTER_DISTANCE_METERS = 50_000

/**
 * Postal codes as areas, built from addresses. The position is the center of the boundary, or of the addresses if there
 * is no boundary.
 */
export class Postcodes {
  private readonly sums = new Map<string, PostcodeSum>()

  add(
    postcode: string,
    country: string | undefined,
    latitude: number,
    longitude: number,
    weight: number,
    parent?: number,
  ): void {
    const sum = this.getOrAddSum(postcode, country)
    if (!sum) return
    const mean = [sum.latitude / sum.weight, sum.longitude / sum.weight] as const
    if (sum.weight > 0 && distanceMeters(...mean, latitude, longitude) > MAX_CENTER_DISTANCE_METERS) return
    sum.weight += weight
    sum.latitude += latitude * weight
    sum.longitude += longitude * weight
    if (parent !== undefined) sum.parents.set(parent, (sum.parents.get(parent) ?? 0) + weight)
  }

  addBoundary(postcode: string, country: string | undefined, polygon: Polygon): void {
    const sum = this.getOrAddSum(postcode, country)
    if (sum) sum.polygon = polygon
  }

  writeTo(builder: PlacesBuilder): void {
    for (const { postcode: text, country, weight, latitude, longitude, parents, polygon } of this.sums.values()) {
      const center = polygon?.center ?? [latitude / weight, longitude / weight]
      if (!Number.isFinite(center[0])) continue
      const parent = [...parents].reduce<[number, number] | undefined>(
        (bestCandidate, candidate) => (bestCandidate && bestCandidate[1] >= candidate[1] ? bestCandidate : candidate),
        undefined,
      )
      builder.add({
        kind: 'postcode',
        names: [text],
        latitude: center[0],
        longitude: center[1],
        importance: POSTCODE_IMPORTANCE,
        parent: parent?.[0],
        countryCode: country,
        postcode: text,
        details: writeDetails({ postcode: text }),
      })
    }
  }

  private getOrAddSum(postcode: string, country: string | undefined): PostcodeSum | undefined {
    const normalized = toPostcodeWord(postcode)
    if (normalized === '' || normalized.length > 12) return undefined
    const key = `${country ?? ''} ${normalized}`
    const postcodeSums = this.sums.get(key)
    if (postcodeSums) return postcodeSums
    const sum: PostcodeSum = { postcode, country, weight: 0, latitude: 0, longitude: 0, parents: new Map() }
    this.sums.set(key, sum)
    return sum
  }
}
