import { longitudeDifference } from '@fairway/geo'
import { Polygon, type Ring } from '../areas/polygon.ts'
import { closeRings } from '../areas/rings.ts'
import type { ElementCollector, Where } from './element-collector.ts'
import { houseTexts } from './house-reader.ts'
import type { Houses } from './houses.ts'
import { interpolateHouses } from './interpolate.ts'
import { NO_LINE, type PlacedLines } from './lines.ts'
import type { PlacedPoi, RawArea, RawPlaces } from './raw-places.ts'
import type { Tags } from './tags.ts'

const UNITS = 1e7

type Point = readonly [latitude: number, longitude: number]

/** Assigns positions once the nodes are known. Items outside the extract are skipped. */
export function placeEverything(
  collector: ElementCollector,
  lines: PlacedLines,
  numbers: ReadonlyMap<number, Tags>,
): RawPlaces {
  const places = new Places(collector, lines)
  addInterpolated(collector, lines, numbers)
  const houses = collector.houses.finish()
  placeHouses(houses, collector, places)
  const pois: PlacedPoi[] = []
  for (const { poi, where } of collector.pois) {
    const at = places.center(where)
    if (at) pois.push({ ...poi, latitude: at[0], longitude: at[1] })
  }
  const areas: RawArea[] = []
  for (const { osm, area, where } of collector.areas) {
    const polygon = places.polygon(where)
    const at = polygon?.center ?? places.center(where)
    // An area cut by the edge of the extract has no valid interior or center.
    if (!at || (!polygon && !('latitude' in where))) continue
    areas.push({ osm, ...area, latitude: at[0], longitude: at[1], polygon })
  }
  return { texts: collector.texts, houses, streets: collector.streets, pois, areas, lines }
}

class Places {
  private readonly collector: ElementCollector
  private readonly lines: PlacedLines

  constructor(collector: ElementCollector, lines: PlacedLines) {
    this.collector = collector
    this.lines = lines
  }

  center(where: Where): Point | undefined {
    if ('latitude' in where) return [where.latitude / UNITS, where.longitude / UNITS]
    const polygon = this.polygon(where)
    if (polygon && polygon.size > 0) return polygon.center
    const nodes =
      'line' in where ? [this.lines.nodesOf(where.line)] : this.pieces(where.relation).map(({ node }) => node)
    return this.boxMiddle(nodes)
  }

  /** Center of the bounding box of a line. There are too many houses for a more exact position. */
  middle(line: number): Point | undefined {
    return this.boxMiddle([this.lines.nodesOf(line)])
  }

  private boxMiddle(lines: readonly Uint32Array[]): Point | undefined {
    const { latitude, longitude } = this.lines.nodes
    let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity]
    const origin = longitude[lines.find((nodes) => nodes.length > 0)?.[0] ?? 0] / UNITS
    for (const nodes of lines) {
      for (const node of nodes) {
        const away = longitudeDifference(origin, longitude[node] / UNITS)
        south = Math.min(south, latitude[node])
        north = Math.max(north, latitude[node])
        west = Math.min(west, away)
        east = Math.max(east, away)
      }
    }
    if (south > north) return undefined
    return [(south + north) / 2 / UNITS, longitudeDifference(0, origin + (west + east) / 2)]
  }

  polygon(where: Where): Polygon | undefined {
    if ('latitude' in where) return undefined
    if ('line' in where) {
      const nodes = this.lines.nodesOf(where.line)
      const isRing = nodes.length > 3 && nodes[0] === nodes[nodes.length - 1] && this.lines.isWhole(where.line)
      return isRing ? new Polygon([this.ring([...nodes.subarray(1)])]) : undefined
    }
    const pieces = this.pieces(where.relation)
    const isWhole = pieces.every((piece) => piece.isWhole)
    const rings = isWhole ? closeRings(pieces.map(({ node }) => node)) : undefined
    return rings && new Polygon(rings.map((ring) => this.ring(ring)))
  }

  private pieces(relation: number): { node: Uint32Array; isWhole: boolean }[] {
    const { relations, memberLines } = this.collector
    return relations[relation].ways.flatMap(({ id, role }) => {
      if (role !== '' && role !== 'outer' && role !== 'inner') return []
      const lines = memberLines.get(id) ?? []
      if (lines.length === 0) return [{ node: new Uint32Array(0), isWhole: false }]
      return lines.map((line) => ({ node: this.lines.nodesOf(line), isWhole: this.lines.isWhole(line) }))
    })
  }

  private ring(nodes: readonly number[]): Ring {
    return nodes.map((node) => this.point(node))
  }

  private point(node: number): Point {
    const { latitude, longitude } = this.lines.nodes
    return [latitude[node] / UNITS, longitude[node] / UNITS]
  }
}

function placeHouses(houses: Houses, { texts, associated, houseRelations }: ElementCollector, places: Places): void {
  const move = (house: number, at: Point | undefined): void => {
    houses.latitude[house] = at ? Math.round(at[0] * UNITS) : 0
    houses.longitude[house] = at ? Math.round(at[1] * UNITS) : 0
    // A house without a position loses its number, so later steps skip it.
    if (!at) houses.number[house] = texts.numberOf(undefined)
  }
  for (let house = 0; house < houses.count; house++) {
    if (houses.line[house] !== NO_LINE) move(house, places.middle(houses.line[house]))
  }
  for (const { house, relation } of houseRelations) move(house, places.center({ relation }))
  for (const { house, street } of associated.resolve()) houses.street[house] = texts.numberOf(street)
}

function addInterpolated(collector: ElementCollector, lines: PlacedLines, numbers: ReadonlyMap<number, Tags>): void {
  const { id, latitude, longitude } = lines.nodes
  for (const { line, tags } of collector.interpolations) {
    const nodes = [...lines.nodesOf(line)]
    const tagged = nodes.map((node) => numbers.get(id[node]))
    const points = nodes.map((node, at) => ({
      latitude: latitude[node] / UNITS,
      longitude: longitude[node] / UNITS,
      number: tagged[at]?.get('addr:housenumber'),
    }))
    const keys = ['addr:street', 'addr:place', 'addr:city', 'addr:postcode']
    const said = new Map(
      keys.map((key) => [key, tags.get(key) ?? tagged.find((one) => one?.has(key))?.get(key) ?? ''] as const),
    )
    for (const house of interpolateHouses(points, tags.get('addr:interpolation') ?? '')) {
      const text = houseTexts(collector.texts, said.set('addr:housenumber', house.number))
      collector.houses.add(text, Math.round(house.latitude * UNITS), Math.round(house.longitude * UNITS))
    }
  }
}
