import { readWorldSources } from '@fairway/dataset'
import { addGazetteer, type PlaceRecord, PlacesBuilder, parseGeoNames } from '@fairway/places'
import { pick } from '@fairway/places/testing'
import type { StreetRecord } from './places-extracts.ts'

/** Place that the benchmark searches for. */
export interface Asked {
  readonly name: string
  readonly city: string
  readonly number?: string
  readonly latitude: number
  readonly longitude: number
}

/** Adds the gazetteer, places from extracts, and generated streets in generated towns, up to the target number. */
export function addAll(random: () => number, real: readonly PlaceRecord[], target: number, tiny: boolean) {
  const started = performance.now()
  const builder = new PlacesBuilder()
  const sources = readWorldSources()
  addGazetteer(builder, sources, tiny ? (code) => code === 'UY' : undefined)
  const cities = [...parseGeoNames(sources.places)].filter(({ countryCode }) => !tiny || countryCode === 'UY')
  const asked: Asked[] = cities.map(({ names, latitude, longitude }) => ({
    name: names[0] ?? '',
    city: '',
    latitude,
    longitude,
  }))
  for (const record of real) {
    builder.add(record)
    const [house] = (record as Partial<StreetRecord>).houses ?? []
    if (house) asked.push({ name: record.names[0] ?? '', city: '', ...house })
  }
  const words = cities.flatMap(({ names }) => (names[0] ?? '').split(/[\s-]+/)).filter((word) => word.length > 2)
  const types = ['Street', 'Avenue', 'Road', 'Rua', 'Calle', 'Avenida', 'Via', 'Straße', 'Rue', 'ulica']
  // Half of the names are single words, as in languages that append the street type to the name.
  const endings = ['', '', '', '', 'strasse', 'gatan', 'weg', 'laan']
  while (builder.size < target) {
    const { names, latitude, longitude, countryCode } = pick(random, cities)
    const city = names[0] ?? ''
    const town = builder.add({ kind: 'town', names: [city], latitude, longitude, importance: 0.4, countryCode })
    const type = pick(random, types)
    for (let made = 0; made < 60 && builder.size < target; made++) {
      const name = `${type} ${pick(random, words)}${pick(random, endings)}${random() < 0.4 ? ` ${pick(random, words)}` : ''}`
      const at = { latitude: latitude + random() * 0.05, longitude: longitude * (1 - 1e-4 * random()) }
      const houses = [1, 2, 7, 8, 15].map((number) => ({ number: `${number}`, ...at }))
      builder.add({ kind: 'street', names: [name], ...at, importance: 0.1, parent: town, countryCode, houses })
      if (made % 20 === 0) asked.push({ name, city, number: pick(random, houses).number, ...at })
    }
  }
  return { builder, asked, addMs: performance.now() - started }
}
