import { parseStation, type StationTags } from '../../charging/station-tags.ts'
import { type OsmBlock, WAY_MEMBER } from '../../osm/block.ts'
import { AssociatedStreets } from './associated-streets.ts'
import {
  type AreaTags,
  findStreetNames,
  HOUSE_MARK,
  listRoadRefs,
  NAME_MARK,
  parseArea,
  placeKeys,
} from './classify.ts'
import { HouseReader, type HouseStrings, toHouseStrings } from './house-reader.ts'
import { HouseColumns } from './houses.ts'
import { LineColumns, type LineRefs } from './lines.ts'
import { type Poi, parsePoi } from './poi.ts'
import type { RawStreet } from './raw-places.ts'
import { collectMarks, markKeys, type Tags, toTags } from './tags.ts'
import { NO_STRING, PlaceStrings } from './texts.ts'

/** Location of an element: a node position in units of 10^-7 degrees, a way, or the ways of a relation. */
export type ElementLocation =
  | { readonly latitude: number; readonly longitude: number }
  | { readonly line: number }
  | { readonly relation: number }

export interface RelationWays {
  readonly ways: readonly { readonly id: number; readonly role: string }[]
}

/** Maximum number of nodes used to locate a house that is mapped as a way. */
const MAX_HOUSE_NODES = 8
const MAX_POI_NODES = 200

/** Collects searchable items from elements. The positions of ways and relations are resolved later. */
export class ElementCollector {
  readonly strings = new PlaceStrings()
  readonly lines = new LineColumns()
  readonly houses = new HouseColumns()
  readonly houseRelations: { house: number; relation: number }[] = []
  readonly streets: RawStreet[] = []
  readonly pois: { poi: Poi; location: ElementLocation }[] = []
  readonly areas: { osm: string; area: AreaTags; location: ElementLocation }[] = []
  readonly stations: { station: StationTags; location: ElementLocation }[] = []
  readonly interpolations: { line: number; tags: Tags }[] = []
  readonly relations: RelationWays[] = []
  readonly memberLines = new Map<number, number[]>()
  readonly associatedStreets = new AssociatedStreets()

  read(block: OsmBlock): void {
    const keyMarks = markKeys(block.strings, placeKeys)
    const reader = new HouseReader(block.strings, this.strings)
    this.readNodes(block, keyMarks, reader)
    this.readWays(block, keyMarks, reader)
    this.readRelations(block)
  }

  private readNodes({ strings, nodes }: OsmBlock, keyMarks: Uint8Array, reader: HouseReader): void {
    for (let index = 0; index < nodes.id.length; index++) {
      const elementMarks = collectMarks(nodes.tags, index, keyMarks)
      if (elementMarks === 0) continue
      const latitude = nodes.latitude[index]
      const longitude = nodes.longitude[index]
      if ((elementMarks & HOUSE_MARK) !== 0) {
        const address = reader.read(nodes.tags, index)
        const house = this.houses.add(address, latitude, longitude)
        if (hasNoStreet(address)) this.associatedStreets.addHouse(`n${nodes.id[index]}`, house)
      }
      if ((elementMarks & NAME_MARK) === 0) continue
      const tags = toTags(strings, nodes.tags, index)
      this.addAreaOrPoi(tags, 'node', nodes.id[index], () => ({ latitude, longitude }))
    }
  }

  private readWays({ strings, ways }: OsmBlock, keyMarks: Uint8Array, reader: HouseReader): void {
    for (let index = 0; index < ways.id.length; index++) {
      const from = ways.refFirst[index]
      const to = ways.refFirst[index + 1]
      const elementMarks = collectMarks(ways.tags, index, keyMarks)
      if (to - from < 2 || elementMarks === 0) continue
      const tags = toTags(strings, ways.tags, index)
      const id = ways.id[index]
      if (tags.has('addr:interpolation')) {
        this.interpolations.push({ line: this.lines.add(ways.ref, from, to), tags })
        continue
      }
      if ((elementMarks & HOUSE_MARK) !== 0) {
        const address = reader.read(ways.tags, index)
        const house = this.houses.add(address, 0, 0, this.lines.add(ways.ref, from, to, MAX_HOUSE_NODES))
        if (hasNoStreet(address)) this.associatedStreets.addHouse(`w${id}`, house)
      }
      if ((elementMarks & NAME_MARK) === 0) continue
      const names = findStreetNames(tags)
      if (names) {
        const line = this.lines.add(ways.ref, from, to)
        const [highway, postcode] = [tags.get('highway') ?? '', tags.get('postal_code')]
        this.streets.push({ names, highway, roadRefs: listRoadRefs(tags), postcode, line })
        this.associatedStreets.addStreet(id, names.all[0])
        continue
      }
      const isClosed = ways.ref[from] === ways.ref[to - 1]
      this.addAreaOrPoi(tags, 'way', id, (isArea) => {
        if (isArea && !isClosed) return undefined
        return { line: this.lines.add(ways.ref, from, to, isArea ? undefined : MAX_POI_NODES) }
      })
    }
  }

  private readRelations(block: OsmBlock): void {
    const { strings, relations } = block
    for (let index = 0; index < relations.id.length; index++) {
      const tags = toTags(strings, relations.tags, index)
      const type = tags.get('type')
      if (type === 'associatedStreet' || type === 'street') this.associatedStreets.addRelation(block, index, tags)
      if (type !== 'multipolygon' && type !== 'boundary' && type !== 'building' && type !== 'site') continue
      const location = { relation: this.relations.length }
      const isHouse = tags.has('addr:housenumber')
      const previousCount = this.countLocated()
      this.addAreaOrPoi(tags, 'relation', relations.id[index], () => location)
      if (!isHouse && this.countLocated() === previousCount) continue
      if (isHouse)
        this.houseRelations.push({ house: this.houses.add(toHouseStrings(this.strings, tags), 0, 0), ...location })
      const ways: { id: number; role: string }[] = []
      for (let member = relations.memberFirst[index]; member < relations.memberFirst[index + 1]; member++) {
        if (relations.memberType[member] !== WAY_MEMBER) continue
        const id = relations.member[member]
        ways.push({ id, role: strings[relations.memberRole[member]] })
        this.memberLines.set(id, [])
      }
      this.relations.push({ ways })
    }
  }

  private countLocated(): number {
    return this.pois.length + this.areas.length + this.stations.length
  }

  private addAreaOrPoi(
    tags: Tags,
    type: string,
    id: number,
    locate: (isArea: boolean) => ElementLocation | undefined,
  ): void {
    // Negative IDs are not from OpenStreetMap.
    const osmId = id > 0 ? `${type}/${id}` : ''
    const station = parseStation(tags, osmId)
    const stationLocation = station && locate(false)
    if (station && stationLocation) this.stations.push({ station, location: stationLocation })
    const area = parseArea(tags)
    const areaLocation = area && locate(true)
    if (area && areaLocation) {
      this.areas.push({ osm: osmId, area, location: areaLocation })
      return
    }
    const poi = area ? undefined : parsePoi(tags, osmId)
    const position = poi && locate(false)
    if (poi && position) this.pois.push({ poi, location: position })
  }

  /** Reads the member ways of relations in the second pass. */
  readMemberWays({ ways }: OsmBlock): void {
    for (let index = 0; index < ways.id.length; index++) {
      const lines = this.memberLines.get(ways.id[index])
      if (lines) lines.push(this.lines.add(ways.ref, ways.refFirst[index], ways.refFirst[index + 1]))
    }
  }

  /** Returns the nodes of all address interpolation lines. Some of these nodes have house numbers. */
  listInterpolatedNodes({ first, refs }: LineRefs): Set<number> {
    const nodes = new Set<number>()
    for (const { line } of this.interpolations) {
      for (let index = first[line]; index < first[line + 1]; index++) nodes.add(refs[index])
    }
    return nodes
  }
}

/** Returns whether the address has neither a street nor a place. A relation may provide the street. */
function hasNoStreet({ street, place }: HouseStrings): boolean {
  return street === NO_STRING && place === NO_STRING
}
