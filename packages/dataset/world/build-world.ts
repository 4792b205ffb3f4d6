import {
  type Airport,
  addGazetteer,
  type GazetteerAreas,
  type GeoNamesPlace,
  groupPlacesByName,
  hasName,
  isCodeOfAirportNearby,
  locatePort,
  PlaceGrid,
  type PlaceIndex,
  PlacesBuilder,
  type SeaPort,
  toAirportRecord,
} from '@fairway/places'
import { readPorts } from '../sea/read-ports.ts'
import { readWorldSources } from './world-sources.ts'

/**
 * Version of the world index. Increment the version whenever the sources, the names or the index change, so that
 * existing files are rebuilt.
 */
export const WORLD_VERSION = '4'

/** Attribution that must be shown with every result. */
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

const MAX_NAMED_TOWN_KILOMETERS = 80
const MAX_TOWN_KILOMETERS = 60
/** Minimum population of a town that an airport can be assigned to. */
const MIN_TOWN_POPULATION = 5000

/** Builds the countries, regions, settlements, airports and ports of the world from installed npm packages. */
export function buildWorld(onProgress: (stage: string) => void = () => {}): World {
  onProgress('reading the gazetteer')
  const sources = readWorldSources()
  const builder = new PlacesBuilder()
  const airportsByCode = new Map(sources.airports.map((airport) => [airport.iata, airport]))
  const gazetteer = addGazetteer(
    builder,
    sources,
    undefined,
    (name, place) => !isCodeOfAirportNearby(airportsByCode, name, place),
  )
  const grid = new PlaceGrid(gazetteer.places)
  onProgress('adding airports and ports')
  for (const airport of sources.airports) {
    builder.add(toAirportRecord(airport, gazetteer.settlements.get(findAirportTown(airport, grid)?.id ?? -1)))
  }
  const ports = addPorts(builder, sources.ports, grid, gazetteer)
  onProgress('building the index')
  return {
    index: builder.build(),
    attribution: WORLD_ATTRIBUTION,
    counts: {
      countries: gazetteer.countries.size,
      regions: gazetteer.regions.size,
      settlements: gazetteer.settlements.size,
      airports: sources.airports.length,
      ports,
    },
  }
}

/** Returns the town named in the airport table, otherwise the nearest large town in the airport's country. */
function findAirportTown(
  { town, latitude, longitude, countryCode }: Airport,
  grid: PlaceGrid,
): GeoNamesPlace | undefined {
  const isInside = (place: GeoNamesPlace) => place.countryCode === countryCode
  return (
    grid.findNearest(
      latitude,
      longitude,
      MAX_NAMED_TOWN_KILOMETERS,
      (place) => isInside(place) && hasName(place, town),
    ) ??
    grid.findNearest(
      latitude,
      longitude,
      MAX_TOWN_KILOMETERS,
      (place) => isInside(place) && place.population >= MIN_TOWN_POPULATION,
    )
  )
}

function addPorts(
  builder: PlacesBuilder,
  ports: ReadonlyMap<string, SeaPort>,
  grid: PlaceGrid,
  { places, settlements }: GazetteerAreas,
): number {
  const placesByName = groupPlacesByName(places)
  // Sea routes start at docks, so a search for a port must return the same position.
  const seaPorts = readPorts()
  let count = 0
  for (const [code, port] of ports) {
    const locatedPort = locatePort(code, port, grid, placesByName)
    if (!locatedPort) continue
    const { record, town } = locatedPort
    const [latitude, longitude] = seaPorts.findByCode(code)?.position ?? [record.latitude, record.longitude]
    builder.add({ ...record, latitude, longitude, parent: settlements.get(town.id) })
    count++
  }
  return count
}
