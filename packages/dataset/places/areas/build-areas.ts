import { distanceMeters } from '@fairway/geo'
import { computePlaceImportance, type GeoNamesPlace, toPlaceKind } from '@fairway/places'
import { getTrafficRegion } from '../../roads/rules/speed/country.ts'
import type { RawArea } from '../collect/raw-places.ts'
import { type Area, foldName, influenceRadiusMeters, toOsmArea } from './area.ts'

/** Maximum distance in meters between a place and its boundary, or between two sources of the same place. */
const MAX_DUPLICATE_METERS = 6000
const MIN_TOWN_LEVEL = 7
/** Administrative level of municipalities, which is preferred if multiple boundaries have the same name. */
const TOWN_LEVEL = 8

/** Merges settlements, parts of settlements and counties from the extract and the gazetteer without duplicates. */
export function buildAreas(rawAreas: readonly RawArea[], gazetteer: readonly GeoNamesPlace[]): Area[] {
  const areas = new AreaList()
  const adminAreas = rawAreas.filter(({ isPostcode }) => !isPostcode)
  // Add the nodes first, in descending order of population. Boundaries and gazetteer entries are merged into the nodes.
  const nodes = adminAreas.filter(({ polygon }) => polygon === undefined)
  const polygons = adminAreas.filter(({ polygon }) => polygon !== undefined)
  const toArea = (rawArea: RawArea) => toOsmArea(rawArea, getTrafficRegion(rawArea.latitude, rawArea.longitude).country)
  for (const area of nodes.map(toArea).sort((a, b) => b.population - a.population)) areas.addNode(area)
  for (const area of polygons.map(toArea)) areas.addPolygon(area)
  for (const place of gazetteer) areas.addGazetteer(place)
  return areas.allAreas
}

class AreaList {
  readonly allAreas: Area[] = []
  private readonly byName = new Map<string, Area[]>()

  addNode(area: Area): void {
    // QA tiles repeat a node where tiles overlap, and mappers keep the node when they draw the area.
    const duplicate = this.find(
      area.names,
      (candidate) => candidate.level === area.level && isWithin(candidate, area, 500),
    )
    if (!duplicate) this.add(area)
  }

  addPolygon(area: Area): void {
    const { polygon, adminLevel = TOWN_LEVEL } = area
    const canBeTown = area.level !== 'county' && adminLevel >= MIN_TOWN_LEVEL
    const town = this.find(area.names, (candidate) => {
      if (!canBeTown || (area.level === 'part') !== (candidate.level === 'part')) return false
      return polygon?.contains(candidate.latitude, candidate.longitude) || isWithin(candidate, area, 1000)
    })
    if (!town) return this.add(area)
    const currentLevelDifference = town.polygon && Math.abs((town.adminLevel ?? TOWN_LEVEL) - TOWN_LEVEL)
    if (currentLevelDifference !== undefined && currentLevelDifference <= Math.abs(adminLevel - TOWN_LEVEL)) return
    town.polygon = polygon
    town.adminLevel = adminLevel
    this.addNames(town, area.names)
  }

  addGazetteer(place: GeoNamesPlace): void {
    const twin = this.find(place.names.slice(0, 2), (candidate) => {
      if (candidate.level === 'county') return false
      return (
        isWithin(candidate, place, Math.max(MAX_DUPLICATE_METERS, influenceRadiusMeters(candidate))) ||
        areaContains(candidate, place)
      )
    })
    if (!twin) {
      const kind = toPlaceKind(place)
      return this.add({
        level: kind === 'suburb' ? 'part' : 'settlement',
        kind,
        names: [...place.names],
        byLanguage: {},
        latitude: place.latitude,
        longitude: place.longitude,
        population: place.population,
        importance: computePlaceImportance(place),
        polygon: undefined,
        adminLevel: undefined,
        postcode: undefined,
        osm: '',
        countryCode: place.countryCode,
        regionCode: place.regionCode,
      })
    }
    twin.population = Math.max(twin.population, place.population)
    twin.importance = Math.max(twin.importance, computePlaceImportance(place))
    twin.regionCode ??= place.regionCode
    this.addNames(twin, place.names)
  }

  private add(area: Area): void {
    this.allAreas.push(area)
    this.indexNames(area, area.names)
  }

  private addNames(area: Area, names: readonly string[]): void {
    area.names = [...new Set([...area.names, ...names])]
    this.indexNames(area, names)
  }

  private indexNames(area: Area, names: readonly string[]): void {
    for (const name of new Set(names.map(foldName))) {
      const namedAreas = this.byName.get(name)
      if (!namedAreas) this.byName.set(name, [area])
      else if (!namedAreas.includes(area)) namedAreas.push(area)
    }
  }

  private find(names: readonly string[], isMatch: (area: Area) => boolean): Area | undefined {
    for (const name of names) {
      const match = this.byName.get(foldName(name))?.find(isMatch)
      if (match) return match
    }
    return undefined
  }
}

function areaContains({ polygon }: Area, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  return polygon?.contains(latitude, longitude) ?? false
}

function isWithin(
  a: { readonly latitude: number; readonly longitude: number },
  b: { readonly latitude: number; readonly longitude: number },
  meters: number,
): boolean {
  return distanceMeters(a.latitude, a.longitude, b.latitude, b.longitude) <= meters
}
