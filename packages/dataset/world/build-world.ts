import {
  type Airport,
  addGazetteer,
  airportRecord,
  type GazetteerAreas,
  type GeoNamesPlace,
  homonymsOf,
  isCalled,
  isCodeOfAirportNearby,
  PlaceGrid,
  type PlaceIndex,
  PlacesBuilder,
  placePort,
  type SeaPort,
} from '@fairway/places'
import { readWorldSources } from './world-sources.ts'

/** Files built with another version are rebuilt. Increment it whenever the sources, the names, or the index change. */
export const WORLD_VERSION = '2'

/** Required attribution wherever results are shown. */
export const WORLD_ATTRIBUTION =
  '© GeoNames (CC BY 4.0), © OpenStreetMap contributors (ODbL), OurAirports (public domain)'

export interface World {
  readonly index: PlaceIndex
  readonly attribution: string
  readonly counts: {
    readonly countries: number
    readonly regions: number
    readonly settlements: number
    readonly airports: number
    readonly ports: number
  }
}

const TOWN_KILOMETERS = 80
const ANY_TOWN_KILOMETERS = 60
/** Airports are not named after smaller settlements. */
const TOWN_POPULATION = 5000

/** Builds the countries, regions, settlements, airports, and ports of the world from installed npm packages. */
export function buildWorld(onProgress: (stage: string) => void = () => {}): World {
  onProgress('reading the gazetteer')
  const sources = readWorldSources()
  const builder = new PlacesBuilder()
  const byCode = new Map(sources.airports.map((airport) => [airport.iata, airport]))
  const areas = addGazetteer(builder, sources, undefined, (name, place) => !isCodeOfAirportNearby(byCode, name, place))
  const grid = new PlaceGrid(areas.places)
  onProgress('adding airports and ports')
  for (const airport of sources.airports) {
    builder.add(airportRecord(airport, areas.settlements.get(townOf(airport, grid)?.id ?? -1)))
  }
  const ports = addPorts(builder, sources.ports, grid, areas)
  onProgress('building the index')
  return {
    index: builder.build(),
    attribution: WORLD_ATTRIBUTION,
    counts: {
      countries: areas.countries.size,
      regions: areas.regions.size,
      settlements: areas.settlements.size,
      airports: sources.airports.length,
      ports,
    },
  }
}

/** The town named in the table, otherwise the nearest one of some size in its country. */
function townOf({ town, latitude, longitude, countryCode }: Airport, grid: PlaceGrid): GeoNamesPlace | undefined {
  const isInside = (place: GeoNamesPlace) => place.countryCode === countryCode
  return (
    grid.nearest(latitude, longitude, TOWN_KILOMETERS, (place) => isInside(place) && isCalled(place, town)) ??
    grid.nearest(
      latitude,
      longitude,
      ANY_TOWN_KILOMETERS,
      (place) => isInside(place) && place.population >= TOWN_POPULATION,
    )
  )
}

function addPorts(
  builder: PlacesBuilder,
  ports: ReadonlyMap<string, SeaPort>,
  grid: PlaceGrid,
  { places, settlements }: GazetteerAreas,
): number {
  const homonyms = homonymsOf(places)
  let count = 0
  for (const [code, port] of ports) {
    const placed = placePort(code, port, grid, homonyms)
    if (!placed) continue
    builder.add({ ...placed.record, parent: settlements.get(placed.town.id) })
    count++
  }
  return count
}
