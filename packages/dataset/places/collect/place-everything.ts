import { longitudeDifference } from '@fairway/geo'
import type { LocatedStation } from '../../charging/build-stations.ts'
import { closeRings } from '../../osm/rings.ts'
import { Polygon, type Ring } from '../areas/polygon.ts'
import type { ElementCollector, ElementLocation } from './element-collector.ts'
import { toHouseStrings } from './house-reader.ts'
import type { Houses } from './houses.ts'
import { interpolateHouses } from './interpolate.ts'
import { NO_LINE, type ResolvedLines } from './lines.ts'
import type { LocatedPoi, RawArea, RawPlaces } from './raw-places.ts'
import type { Tags } from './tags.ts'

const UNITS_PER_DEGREE = 1e7

type Point = readonly [latitude: number, longitude: number]

/** Assigns positions after the nodes are resolved. Items outside the extract are skipped. */
export function locateElements(
  collector: ElementCollector,
  lines: ResolvedLines,
  numbers: ReadonlyMap<number, Tags>,
): RawPlaces {
  const locator = new ElementLocator(collector, lines)
  addInterpolatedHouses(collector, lines, numbers)
  const houses = collector.houses.finish()
  locateHouses(houses, collector, locator)
  const pois: LocatedPoi[] = []
  for (const { poi, location } of collector.pois) {
    const center = locator.centerOf(location)
    if (center) pois.push({ ...poi, latitude: center[0], longitude: center[1] })
  }
  const areas: RawArea[] = []
  for (const { osm, area, location } of collector.areas) {
    const polygon = locator.findPolygon(location)
    const center = polygon?.center ?? locator.centerOf(location)
    // Skip areas that the edge of the extract cuts, because their interior and center are unknown.
    if (!center || (!polygon && !('latitude' in location))) continue
    areas.push({ osm, ...area, latitude: center[0], longitude: center[1], polygon })
  }
  const stations: LocatedStation[] = []
  for (const { station, location } of collector.stations) {
    const center = locator.centerOf(location)
    if (center) stations.push({ ...station, latitude: center[0], longitude: center[1] })
  }
  return { strings: collector.strings, houses, streets: collector.streets, pois, areas, stations, lines }
}

class ElementLocator {
  private readonly collector: ElementCollector
  private readonly lines: ResolvedLines

  constructor(collector: ElementCollector, lines: ResolvedLines) {
    this.collector = collector
    this.lines = lines
  }

  centerOf(location: ElementLocation): Point | undefined {
    if ('latitude' in location) return [location.latitude / UNITS_PER_DEGREE, location.longitude / UNITS_PER_DEGREE]
    const polygon = this.findPolygon(location)
    if (polygon && polygon.area > 0) return polygon.center
    const nodes =
      'line' in location
        ? [this.lines.nodesOf(location.line)]
        : this.listMemberLines(location.relation).map(({ node }) => node)
    return this.boxCenter(nodes)
  }

  /**
   * Returns the center of a line's bounding box. Computing a more exact position would take too long for the large
   * number of houses.
   */
  boxCenterOfLine(line: number): Point | undefined {
    return this.boxCenter([this.lines.nodesOf(line)])
  }

  private boxCenter(lines: readonly Uint32Array[]): Point | undefined {
    const { latitude, longitude } = this.lines.nodes
    let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity]
    const origin = longitude[lines.find((nodes) => nodes.length > 0)?.[0] ?? 0] / UNITS_PER_DEGREE
    for (const nodes of lines) {
      for (const node of nodes) {
        const longitudeOffset = longitudeDifference(origin, longitude[node] / UNITS_PER_DEGREE)
        south = Math.min(south, latitude[node])
        north = Math.max(north, latitude[node])
        west = Math.min(west, longitudeOffset)
        east = Math.max(east, longitudeOffset)
      }
    }
    if (south > north) return undefined
    return [(south + north) / 2 / UNITS_PER_DEGREE, longitudeDifference(0, origin + (west + east) / 2)]
  }

  findPolygon(location: ElementLocation): Polygon | undefined {
    if ('latitude' in location) return undefined
    if ('line' in location) {
      const nodes = this.lines.nodesOf(location.line)
      const isRing = nodes.length > 3 && nodes[0] === nodes[nodes.length - 1] && this.lines.isComplete(location.line)
      return isRing ? new Polygon([this.toRing([...nodes.subarray(1)])]) : undefined
    }
    const members = this.listMemberLines(location.relation)
    const isComplete = members.every((member) => member.isComplete)
    const rings = isComplete ? closeRings(members.map(({ node }) => node)) : undefined
    return rings && new Polygon(rings.map((ring) => this.toRing(ring)))
  }

  private listMemberLines(relation: number): { node: Uint32Array; isComplete: boolean }[] {
    const { relations, memberLines } = this.collector
    return relations[relation].ways.flatMap(({ id, role }) => {
      if (role !== '' && role !== 'outer' && role !== 'inner') return []
      const lines = memberLines.get(id) ?? []
      if (lines.length === 0) return [{ node: new Uint32Array(0), isComplete: false }]
      return lines.map((line) => ({ node: this.lines.nodesOf(line), isComplete: this.lines.isComplete(line) }))
    })
  }

  private toRing(nodes: readonly number[]): Ring {
    return nodes.map((node) => this.toPoint(node))
  }

  private toPoint(node: number): Point {
    const { latitude, longitude } = this.lines.nodes
    return [latitude[node] / UNITS_PER_DEGREE, longitude[node] / UNITS_PER_DEGREE]
  }
}

function locateHouses(
  houses: Houses,
  { strings, associatedStreets, houseRelations }: ElementCollector,
  locator: ElementLocator,
): void {
  const setHousePosition = (house: number, position: Point | undefined): void => {
    houses.latitude[house] = position ? Math.round(position[0] * UNITS_PER_DEGREE) : 0
    houses.longitude[house] = position ? Math.round(position[1] * UNITS_PER_DEGREE) : 0
    // Remove the number of a house without a position, so that later steps skip the house.
    if (!position) houses.number[house] = strings.intern(undefined)
  }
  for (let house = 0; house < houses.count; house++) {
    if (houses.line[house] !== NO_LINE) setHousePosition(house, locator.boxCenterOfLine(houses.line[house]))
  }
  for (const { house, relation } of houseRelations) setHousePosition(house, locator.centerOf({ relation }))
  for (const { house, street } of associatedStreets.resolve()) houses.street[house] = strings.intern(street)
}

function addInterpolatedHouses(
  collector: ElementCollector,
  lines: ResolvedLines,
  numbers: ReadonlyMap<number, Tags>,
): void {
  const { id, latitude, longitude } = lines.nodes
  for (const { line, tags } of collector.interpolations) {
    const nodes = [...lines.nodesOf(line)]
    const tagsOfNodes = nodes.map((node) => numbers.get(id[node]))
    const points = nodes.map((node, index) => ({
      latitude: latitude[node] / UNITS_PER_DEGREE,
      longitude: longitude[node] / UNITS_PER_DEGREE,
      number: tagsOfNodes[index]?.get('addr:housenumber'),
    }))
    const keys = ['addr:street', 'addr:place', 'addr:city', 'addr:postcode']
    const addressTags = new Map(
      keys.map(
        (key) => [key, tags.get(key) ?? tagsOfNodes.find((nodeTags) => nodeTags?.has(key))?.get(key) ?? ''] as const,
      ),
    )
    for (const house of interpolateHouses(points, tags.get('addr:interpolation') ?? '')) {
      const houseStrings = toHouseStrings(collector.strings, addressTags.set('addr:housenumber', house.number))
      collector.houses.add(
        houseStrings,
        Math.round(house.latitude * UNITS_PER_DEGREE),
        Math.round(house.longitude * UNITS_PER_DEGREE),
      )
    }
  }
}
