import { PlacesBuilder } from '../index/builder.ts'
import type { HouseRecord } from '../index/record.ts'
import type { PlaceIndex } from '../index/schema.ts'

/** Makes houses 1, 2, 3 … on an eastbound street. */
function makeHousesAlong(latitude: number, longitude: number, count: number): HouseRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    number: `${at + 1}`,
    latitude,
    longitude: longitude + at * 1e-4,
  }))
}

/**
 * Builds an index of a few towns in different countries. Their streets have names that queries often misspell or
 * confuse.
 */
export function buildSmallIndex(): PlaceIndex {
  const builder = new PlacesBuilder()
  const area = (
    kind: 'country' | 'region' | 'city' | 'town' | 'postcode',
    names: string[],
    at: readonly [number, number],
    importance: number,
    parent?: number,
    countryCode?: string,
  ) => builder.add({ kind, names, latitude: at[0], longitude: at[1], importance, parent, countryCode })
  const street = (names: string[], at: readonly [number, number], parent: number, more: object = {}) =>
    builder.add({ kind: 'street', names, latitude: at[0], longitude: at[1], importance: 0.1, parent, ...more })

  const usa = area('country', ['United States of America', 'USA'], [38.9, -77], 1, undefined, 'US')
  const illinois = area('region', ['Illinois'], [39.8, -89.6], 0.7, usa, 'US')
  const missouri = area('region', ['Missouri'], [38.6, -92.2], 0.65, usa, 'US')
  const springfieldIllinois = area('city', ['Springfield'], [39.8, -89.64], 0.68, illinois, 'US')
  const springfieldMissouri = area('city', ['Springfield'], [37.2, -93.29], 0.7, missouri, 'US')
  const germany = area('country', ['Germany', 'Deutschland', 'Германия'], [52.5, 13.4], 1, undefined, 'DE')
  const berlin = area('city', ['Berlin', 'Берлин', '柏林', 'برلين'], [52.52, 13.4], 0.9, germany, 'DE')
  const uruguay = area('country', ['Uruguay'], [-34.9, -56.2], 0.9, undefined, 'UY')
  const montevideo = area('city', ['Montevideo', 'Монтевидео', '蒙得维的亚'], [-34.9, -56.19], 0.85, uruguay, 'UY')
  area('postcode', ['10115'], [52.53, 13.38], 0.2, germany, 'DE')

  for (const [town, at] of [
    [springfieldIllinois, [39.8, -89.64]],
    [springfieldMissouri, [37.2, -93.29]],
  ] as const) {
    street(['Main Street'], at, town, { houses: makeHousesAlong(at[0], at[1], 40), countryCode: 'US' })
    street(['110th Street'], [at[0] + 0.01, at[1]], town, { countryCode: 'US' })
  }
  street(['Hauptstraße'], [52.48, 13.35], berlin, {
    houses: [...makeHousesAlong(52.48, 13.35, 20), { number: '12a', latitude: 52.481, longitude: 13.3512 }],
    postcode: '10827',
  })
  street(['Hauptstraße'], [52.6, 13.5], berlin, { houses: makeHousesAlong(52.6, 13.5, 20), postcode: '13127' })
  street(['Straße des 17. Juni'], [52.51, 13.35], berlin, { houses: makeHousesAlong(52.51, 13.35, 140) })
  street(['Avenida 18 de Julio'], [-34.9055, -56.187], montevideo, {
    houses: makeHousesAlong(-34.9055, -56.19, 60),
    shape: [
      [-34.9055, -56.19],
      [-34.9055, -56.187],
      [-34.9055, -56.18],
    ],
  })
  street(['Ejido'], [-34.908, -56.187], montevideo, {
    shape: [
      [-34.91, -56.187],
      [-34.9055, -56.187],
      [-34.9, -56.187],
    ],
  })
  street(['General José Artigas'], [-34.89, -56.17], montevideo)
  builder.add({
    kind: 'poi',
    names: ['Café Brasilero'],
    latitude: -34.906,
    longitude: -56.2,
    parent: montevideo,
    category: 3,
  })
  return builder.build()
}
