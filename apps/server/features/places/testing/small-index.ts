import { PlacesBuilder, placesToSections } from '@fairway/places'
import { type LoadedPlaceIndex, loadPlaceIndex, type WorldHandle } from '../../../maps/places/place-index.ts'

export const OSM_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'

/** Builds the index of a map, or the index of the world if `region` is null, from the given content. */
export function createTestIndex(
  fill: (builder: PlacesBuilder) => void,
  region: string | null = 'here',
): LoadedPlaceIndex {
  const builder = new PlacesBuilder()
  fill(builder)
  const placeIndex = loadPlaceIndex(
    { region: region ?? undefined, dataset: 'one', attribution: OSM_ATTRIBUTION },
    new Map(placesToSections(builder.build())),
  )
  if (!placeIndex) throw new Error('a built index has places')
  return placeIndex
}

/** Fills a world of two countries, each with a region and some settlements. */
export function fillSmallWorld(builder: PlacesBuilder): void {
  const uruguay = builder.add({
    kind: 'country',
    names: ['Uruguay'],
    latitude: -34.9,
    longitude: -56.19,
    importance: 0.9,
    countryCode: 'UY',
  })
  const settlement = (
    kind: 'city' | 'town' | 'village',
    name: string,
    latitude: number,
    longitude: number,
    parent: number,
    countryCode: string,
  ) => builder.add({ kind, names: [name], latitude, longitude, importance: 0.6, parent, countryCode })
  settlement('city', 'Montevideo', -34.9033, -56.1882, uruguay, 'UY')
  settlement('town', 'Durazno', -33.3806, -56.5236, uruguay, 'UY')
  const france = builder.add({
    kind: 'country',
    names: ['France'],
    latitude: 48.85,
    longitude: 2.35,
    importance: 1,
    countryCode: 'FR',
  })
  const around = builder.add({
    kind: 'region',
    names: ['Île-de-France'],
    latitude: 48.85,
    longitude: 2.35,
    importance: 0.8,
    parent: france,
    countryCode: 'FR',
  })
  settlement('city', 'Paris', 48.8534, 2.3488, around, 'FR')
  settlement('town', 'Neuilly-sur-Seine', 48.8846, 2.2697, around, 'FR')
}

export function smallWorld(): WorldHandle {
  const builder = new PlacesBuilder()
  fillSmallWorld(builder)
  return {
    version: 'world-test',
    attribution: '© GeoNames (CC BY 4.0)',
    sections: new Map(placesToSections(builder.build())),
  }
}
