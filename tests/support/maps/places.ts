import type { TestService } from '../servers/service.ts'
import type { SmallMap } from './small-map.ts'
import { square } from './small-map.ts'

/** Returns a URL with an escaped query. */
export function toQuery(path: string, fields: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`,
  )
  return `/v1/${path}?${query.join('&')}`
}

export async function askPlaces({ app }: TestService, path: string, fields: Readonly<Record<string, string | number>>) {
  return await app.inject({ url: toQuery(path, fields) })
}

/** Returns streets around a square with a settlement, a house at each corner and two cafés. */
export function town(name: string, [north, west]: readonly [number, number]): SmallMap {
  const house = (number: string, at: readonly [number, number], street: string) => ({
    at,
    tags: { 'addr:housenumber': number, 'addr:street': street },
  })
  return {
    ...square([north, west]),
    things: [
      { at: [north - 0.002, west + 0.0025], tags: { place: 'town', name } },
      house('1', [north + 0.0001, west + 0.0005], 'North Street'),
      house('9', [north + 0.0001, west + 0.0045], 'North Street'),
      {
        at: [north - 0.0001, west + 0.001],
        tags: { amenity: 'cafe', name: `${name} Café`, opening_hours: 'Mo-Fr 08:00-18:00' },
      },
      { at: [north - 0.0039, west + 0.004], tags: { amenity: 'cafe', brand: 'Beans' } },
    ],
  }
}
