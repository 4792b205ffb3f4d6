import type { Position } from '@fairway/geo'
import {
  type Country,
  CurrentRegions,
  type GeoNamesPlace,
  listCountries,
  listRegionLetters,
  parseGeoNames,
} from '@fairway/places'
import { formatPlaceLine, type PortIndexText, writeAreaLine } from '@fairway/sea'
import type { WorldSources } from '../world/world-sources.ts'
import { foldNames, Gazetteer } from './gazetteer.ts'
import { type DistanceToWaterKm, type LocatedPort, locatePort } from './place-ports.ts'
import type { PositionNote } from './port-positions.ts'
import { listCountriesOfCode, type TablePort, toTableNames } from './port-table.ts'
import { countryAbbreviations } from './short-names.ts'

/**
 * Maximum distance between an indexed settlement and water, in kilometers. The limit exceeds the maximum distance of
 * voyage end points, because waters are added over time.
 */
const MAX_WATER_KM = 40
/**
 * Maximum distance in kilometers between a port without a town and the nearest settlement. The port gets the region of
 * that settlement.
 */
const MAX_REGION_KM = 60

/**
 * Creates all lines of the port index. `positionNotes` contains positions that are more accurate than those in both
 * tables.
 */
export function buildPortIndexText(
  sources: WorldSources,
  positionNotes: ReadonlyMap<string, PositionNote>,
  waterKm: DistanceToWaterKm,
): PortIndexText {
  const parsedPlaces = [...parseGeoNames(sources.places)]
  const regions = new CurrentRegions(parsedPlaces, sources.current ?? [])
  const places = parsedPlaces.map((place) => ({ ...place, regionCode: regions.getRegionCode(place) }))
  const gazetteer = new Gazetteer(places)
  const ports = [...sources.ports].sort(compareMainCodesFirst).flatMap(([code, port]): LocatedPort[] => {
    const positionNote = positionNotes.get(code)
    const locatedPort = locatePort(code, port, gazetteer, waterKm)
    if (!positionNote) return locatedPort ? [locatedPort] : []
    return [{ code, names: toTableNames(port), ...locatedPort, position: positionNote.position }]
  })
  const towns = new Set(ports.map(({ town }) => town?.id))
  const settlements = places.filter(
    ({ id, latitude, longitude }) => !towns.has(id) && waterKm([latitude, longitude]) <= MAX_WATER_KM,
  )
  const nameOf = (code: string) => sources.ports.get(code)?.name ?? code
  return {
    areas: toAreaLines(sources, regions, places),
    ports: joinLines(ports.map((port) => toPortLine(port, nameOf(port.code), gazetteer))),
    settlements: joinLines(
      settlements.sort((a, b) => b.population - a.population || a.id - b.id).map(toSettlementLine),
    ),
  }
}

/** Sorts main codes first. If a harbor has multiple codes, its name then resolves to the main code. */
function compareMainCodesFirst([codeA, a]: [string, TablePort], [codeB, b]: [string, TablePort]): number {
  return Number((a.unlocs?.[0] ?? codeA) !== codeA) - Number((b.unlocs?.[0] ?? codeB) !== codeB)
}

function toPortLine({ code, names, position, town }: LocatedPort, name: string, gazetteer: Gazetteer): string {
  const townNames = town && foldNames(town)
  const mainNames = new Set([...names.mainNames, ...(townNames?.mainNames ?? [])])
  const otherNames = new Set([...names.otherNames, ...(townNames?.otherNames ?? [])])
  return formatPlaceLine({
    code,
    position,
    areaCode: town?.regionCode ?? findAreaCode(code, position, gazetteer),
    population: town?.population ?? 0,
    name,
    names: [...mainNames],
    otherNames: [...otherNames].filter((otherName) => !mainNames.has(otherName)),
  })
}

function findAreaCode(code: string, position: Position, gazetteer: Gazetteer): string {
  const [country = ''] = listCountriesOfCode(code)
  return gazetteer.findNearest(country, position, MAX_REGION_KM)?.regionCode ?? country
}

function toSettlementLine(place: GeoNamesPlace): string {
  const { mainNames, otherNames } = foldNames(place)
  return formatPlaceLine({
    code: '',
    position: [place.latitude, place.longitude],
    areaCode: place.regionCode,
    population: place.population,
    name: place.names[0] ?? '',
    names: mainNames,
    otherNames,
  })
}

function toAreaLines(sources: WorldSources, regions: CurrentRegions, places: readonly GeoNamesPlace[]): string {
  const usedRegions = new Set(places.map(({ regionCode }) => regionCode))
  const englishNames = new Intl.DisplayNames(['en'], { type: 'region' })
  const countryLine = ({ code, names }: Country) =>
    writeAreaLine({
      code,
      name: englishNames.of(code) ?? names[0] ?? code,
      otherNames: [code, ...names, ...(countryAbbreviations[code] ?? [])],
    })
  const regionLine = ({ code, name: regionName }: { code: string; name: string }) => {
    const name = regionName.replace(/\s*\(.*\)$/, '')
    const [country = '', region = ''] = code.split('.')
    const { isoCode, names = {} } = regions.findNames(sources.regionNames ?? new Map(), code, name) ?? {}
    const letters = listRegionLetters(country, country === 'US' ? region : isoCode)
    return writeAreaLine({ code, name, otherNames: [...letters, ...Object.values(names)] })
  }
  return joinLines([
    ...listCountries(sources.countries).map(countryLine),
    ...sources.regions.filter(({ code }) => usedRegions.has(code)).map(regionLine),
  ])
}

function joinLines(textLines: readonly string[]): string {
  return textLines.map((line) => `${line}\n`).join('')
}
