import { buildWorld, readWorldSources } from '@fairway/dataset'
import { sectionBytes, seededRandom } from '@fairway/geo'
import {
  addGazetteer,
  countEntries,
  type GeoNamesPlace,
  type PlaceIndex,
  PlaceSearch,
  PlacesBuilder,
  parseGeoNames,
} from '@fairway/places'
import { pick, sampleInOtherScripts } from '@fairway/places/testing'
import { median, round } from '../bench.ts'

const SEED = 7
const sizes = [0, 15_000, 100_000]

/** Measures the build time and the search quality of the index that every installation has. */
export function measureWorld(tiny: boolean): { figures: Record<string, number>; notes: string[] } {
  const started = performance.now()
  const index = tiny ? buildUruguay() : buildWorld().index
  const buildMs = performance.now() - started
  const places = [...parseGeoNames(readWorldSources().places)].filter(
    ({ countryCode }) => !tiny || countryCode === 'UY',
  )
  const search = new PlaceSearch(index)
  const isFirst = ({ id }: GeoNamesPlace, text: string) => {
    const [best] = search.find(text)
    return best !== undefined && index.entries.ref[best.entry] === id
  }
  const shares = sizes.map((least) => {
    const pool = places.filter(({ population }) => population >= least)
    const asked = sampleInOtherScripts(seededRandom(SEED), pool, tiny ? 20 : 2000)
    return [
      least,
      round((100 * asked.filter(({ place, name }) => isFirst(place, name)).length) / asked.length, 1),
    ] as const
  })
  const figures = {
    'world entries': countEntries(index),
    'world build, s': round(buildMs / 1000, 1),
    'world megabytes': round(sectionBytes(index) / 1e6, 1),
    ...Object.fromEntries(shares.map(([least, share]) => [`other script first, population ≥ ${least}, %`, share])),
    'letters until first, median': lettersUntilFirst(places, isFirst, tiny),
  }
  const results = shares.map(([least, share]) => `${share} % of those with ${least} people or more`)
  return {
    figures,
    notes: [
      `The world: ${figures['world entries']} entries, built in ${figures['world build, s']} s, ${figures['world megabytes']} MB.`,
      `2,000 places by a name in a random other script are the very first result: ${results.join(', ')} (another place with the same name is a miss).`,
      `In the median, a city of 100,000 people is first after ${figures['letters until first, median']} letters.`,
    ],
  }
}

function lettersUntilFirst(
  places: readonly GeoNamesPlace[],
  isFirst: (place: GeoNamesPlace, text: string) => boolean,
  tiny: boolean,
): number {
  const random = seededRandom(1)
  const cities = places.filter(({ population }) => population >= 100_000)
  const letters = Array.from({ length: tiny ? 5 : 1000 }, () => {
    const city = pick(random, cities)
    const name = city.names[0] ?? ''
    let typed = 2
    while (typed <= name.length && !isFirst(city, name.slice(0, typed))) typed++
    return typed
  })
  return median(letters)
}

function buildUruguay(): PlaceIndex {
  const builder = new PlacesBuilder()
  addGazetteer(builder, readWorldSources(), (code) => code === 'UY')
  return builder.build()
}
