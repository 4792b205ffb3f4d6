import type { Position } from '@fairway/geo'
import {
  type Country,
  CurrentRegions,
  type GeoNamesPlace,
  listCountries,
  parseGeoNames,
  regionLetters,
} from '@fairway/places'
import { type PortBookText, writeAreaLine, writePlaceLine } from '@fairway/sea'
import type { WorldSources } from '../world/world-sources.ts'
import { foldNames, Gazetteer } from './gazetteer.ts'
import { type PlacedPort, placePort, type WaterKm } from './place-ports.ts'
import type { PositionNote } from './port-positions.ts'
import { countriesOf, namesInTable, type TablePort } from './port-table.ts'
import { shortNames } from './short-names.ts'

/**
 * Settlements farther from water are skipped. This exceeds the maximum distance of voyage endpoints, because waters are
 * added over time.
 */
const SETTLEMENT_KM = 40
/** A port without a town gets the region of the nearest settlement. */
const REGION_KM = 60

/** Creates all lines of the port index. `notes` contains positions that are more accurate than both tables. */
export function makePortBookText(
  sources: WorldSources,
  notes: ReadonlyMap<string, PositionNote>,
  waterKm: WaterKm,
): PortBookText {
  const listed = [...parseGeoNames(sources.places)]
  const regions = new CurrentRegions(listed, sources.current ?? [])
  const places = listed.map((place) => ({ ...place, regionCode: regions.regionOf(place) }))
  const gazetteer = new Gazetteer(places)
  const ports = [...sources.ports].sort(chiefCodesFirst).flatMap(([code, port]): PlacedPort[] => {
    const note = notes.get(code)
    const placed = placePort(code, port, gazetteer, waterKm)
    if (!note) return placed ? [placed] : []
    return [{ code, names: namesInTable(port), ...placed, position: note.position }]
  })
  const towns = new Set(ports.map(({ town }) => town?.id))
  const settlements = places.filter(
    ({ id, latitude, longitude }) => !towns.has(id) && waterKm([latitude, longitude]) <= SETTLEMENT_KM,
  )
  const nameOf = (code: string) => sources.ports.get(code)?.name ?? code
  return {
    areas: writeAreas(sources, regions, places),
    ports: lines(ports.map((port) => writePort(port, nameOf(port.code), gazetteer))),
    settlements: lines(settlements.sort((a, b) => b.population - a.population || a.id - b.id).map(writeSettlement)),
  }
}

/** If a harbor has several codes, its name resolves to the main one. */
function chiefCodesFirst([codeA, a]: [string, TablePort], [codeB, b]: [string, TablePort]): number {
  return Number((a.unlocs?.[0] ?? codeA) !== codeA) - Number((b.unlocs?.[0] ?? codeB) !== codeB)
}

function writePort({ code, names, position, town }: PlacedPort, name: string, gazetteer: Gazetteer): string {
  const of = town && foldNames(town)
  const usual = new Set([...names.usual, ...(of?.usual ?? [])])
  const others = new Set([...names.others, ...(of?.others ?? [])])
  return writePlaceLine({
    code,
    position,
    areaCode: town?.regionCode ?? areaOf(code, position, gazetteer),
    population: town?.population ?? 0,
    name,
    names: [...usual],
    otherNames: [...others].filter((other) => !usual.has(other)),
  })
}

function areaOf(code: string, position: Position, gazetteer: Gazetteer): string {
  const [country = ''] = countriesOf(code)
  return gazetteer.nearest(country, position, REGION_KM)?.regionCode ?? country
}

function writeSettlement(place: GeoNamesPlace): string {
  const { usual, others } = foldNames(place)
  return writePlaceLine({
    code: '',
    position: [place.latitude, place.longitude],
    areaCode: place.regionCode,
    population: place.population,
    name: place.names[0] ?? '',
    names: usual,
    otherNames: others,
  })
}

function writeAreas(sources: WorldSources, regions: CurrentRegions, places: readonly GeoNamesPlace[]): string {
  const used = new Set(places.map(({ regionCode }) => regionCode))
  const inEnglish = new Intl.DisplayNames(['en'], { type: 'region' })
  const countryLine = ({ code, names }: Country) =>
    writeAreaLine({
      code,
      name: inEnglish.of(code) ?? names[0] ?? code,
      otherNames: [code, ...names, ...(shortNames[code] ?? [])],
    })
  const regionLine = ({ code, name: listed }: { code: string; name: string }) => {
    const name = listed.replace(/\s*\(.*\)$/, '')
    const [country = '', region = ''] = code.split('.')
    const { isoCode, names = {} } = regions.namesOf(sources.regionNames ?? new Map(), code, name) ?? {}
    const letters = regionLetters(country, country === 'US' ? region : isoCode)
    return writeAreaLine({ code, name, otherNames: [...letters, ...Object.values(names)] })
  }
  return lines([
    ...listCountries(sources.countries).map(countryLine),
    ...sources.regions.filter(({ code }) => used.has(code)).map(regionLine),
  ])
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
