import { type OsmBlock, WAY_MEMBER } from '../../osm/block.ts'
import { AssociatedStreets } from './associated-streets.ts'
import { type AreaTags, HOUSE, NAMED, placeKeys, roadNumbers, streetNames, toArea } from './classify.ts'
import { HouseReader, type HouseTexts, houseTexts } from './house-reader.ts'
import { HouseColumns } from './houses.ts'
import { type FinishedLines, Lines } from './lines.ts'
import { type Poi, toPoi } from './poi.ts'
import type { RawStreet } from './raw-places.ts'
import { markKeys, marksOf, type Tags, tagsOf } from './tags.ts'
import { NO_TEXT, Texts } from './texts.ts'

/** A location: a node (10^-7 degrees), a way, or the ways of a relation. */
export type Where =
  | { readonly latitude: number; readonly longitude: number }
  | { readonly line: number }
  | { readonly relation: number }

export interface RelationWays {
  readonly ways: readonly { readonly id: number; readonly role: string }[]
}

/** Maximum number of nodes used to locate a house. Larger objects use more. */
const HOUSE_NODES = 8
const POI_NODES = 200

/** Splits elements into searchable items. The positions of ways and relations are resolved later. */
export class ElementCollector {
  readonly texts = new Texts()
  readonly lines = new Lines()
  readonly houses = new HouseColumns()
  readonly houseRelations: { house: number; relation: number }[] = []
  readonly streets: RawStreet[] = []
  readonly pois: { poi: Poi; where: Where }[] = []
  readonly areas: { osm: string; area: AreaTags; where: Where }[] = []
  readonly interpolations: { line: number; tags: Tags }[] = []
  readonly relations: RelationWays[] = []
  readonly memberLines = new Map<number, number[]>()
  readonly associated = new AssociatedStreets()

  read(block: OsmBlock): void {
    const marks = markKeys(block.strings, placeKeys)
    const reader = new HouseReader(block.strings, this.texts)
    this.readNodes(block, marks, reader)
    this.readWays(block, marks, reader)
    this.readRelations(block)
  }

  private readNodes({ strings, nodes }: OsmBlock, marks: Uint8Array, reader: HouseReader): void {
    for (let at = 0; at < nodes.id.length; at++) {
      const found = marksOf(nodes.tags, at, marks)
      if (found === 0) continue
      const latitude = nodes.latitude[at]
      const longitude = nodes.longitude[at]
      if ((found & HOUSE) !== 0) {
        const address = reader.read(nodes.tags, at)
        const house = this.houses.add(address, latitude, longitude)
        if (isOrphan(address)) this.associated.noteHouse(`n${nodes.id[at]}`, house)
      }
      if ((found & NAMED) === 0) continue
      const tags = tagsOf(strings, nodes.tags, at)
      this.keep(tags, 'node', nodes.id[at], () => ({ latitude, longitude }))
    }
  }

  private readWays({ strings, ways }: OsmBlock, marks: Uint8Array, reader: HouseReader): void {
    for (let at = 0; at < ways.id.length; at++) {
      const from = ways.refFirst[at]
      const to = ways.refFirst[at + 1]
      const found = marksOf(ways.tags, at, marks)
      if (to - from < 2 || found === 0) continue
      const tags = tagsOf(strings, ways.tags, at)
      const id = ways.id[at]
      if (tags.has('addr:interpolation')) {
        this.interpolations.push({ line: this.lines.add(ways.ref, from, to), tags })
        continue
      }
      if ((found & HOUSE) !== 0) {
        const address = reader.read(ways.tags, at)
        const house = this.houses.add(address, 0, 0, this.lines.add(ways.ref, from, to, HOUSE_NODES))
        if (isOrphan(address)) this.associated.noteHouse(`w${id}`, house)
      }
      if ((found & NAMED) === 0) continue
      const names = streetNames(tags)
      if (names) {
        const line = this.lines.add(ways.ref, from, to)
        const [highway, postcode] = [tags.get('highway') ?? '', tags.get('postal_code')]
        this.streets.push({ names, highway, numbers: roadNumbers(tags), postcode, line })
        this.associated.noteStreet(id, names.all[0])
        continue
      }
      const isClosed = ways.ref[from] === ways.ref[to - 1]
      this.keep(tags, 'way', id, (isArea) => {
        if (isArea && !isClosed) return undefined
        return { line: this.lines.add(ways.ref, from, to, isArea ? undefined : POI_NODES) }
      })
    }
  }

  private readRelations(block: OsmBlock): void {
    const { strings, relations } = block
    for (let at = 0; at < relations.id.length; at++) {
      const tags = tagsOf(strings, relations.tags, at)
      const type = tags.get('type')
      if (type === 'associatedStreet' || type === 'street') this.associated.addRelation(block, at, tags)
      if (type !== 'multipolygon' && type !== 'boundary' && type !== 'building' && type !== 'site') continue
      const where = { relation: this.relations.length }
      const isHouse = tags.has('addr:housenumber')
      const before = this.pois.length + this.areas.length
      this.keep(tags, 'relation', relations.id[at], () => where)
      if (!isHouse && this.pois.length + this.areas.length === before) continue
      if (isHouse) this.houseRelations.push({ house: this.houses.add(houseTexts(this.texts, tags), 0, 0), ...where })
      const ways: { id: number; role: string }[] = []
      for (let member = relations.memberFirst[at]; member < relations.memberFirst[at + 1]; member++) {
        if (relations.memberType[member] !== WAY_MEMBER) continue
        const id = relations.member[member]
        ways.push({ id, role: strings[relations.memberRole[member]] })
        this.memberLines.set(id, [])
      }
      this.relations.push({ ways })
    }
  }

  private keep(tags: Tags, type: string, id: number, where: (isArea: boolean) => Where | undefined): void {
    // Negative IDs are not from OpenStreetMap.
    const osm = id > 0 ? `${type}/${id}` : ''
    const area = toArea(tags)
    const place = area && where(true)
    if (area && place) {
      this.areas.push({ osm, area, where: place })
      return
    }
    const poi = area ? undefined : toPoi(tags, osm)
    const position = poi && where(false)
    if (poi && position) this.pois.push({ poi, where: position })
  }

  /** Second pass: the ways that relations consist of. */
  readMembers({ ways }: OsmBlock): void {
    for (let at = 0; at < ways.id.length; at++) {
      const lines = this.memberLines.get(ways.id[at])
      if (lines) lines.push(this.lines.add(ways.ref, ways.refFirst[at], ways.refFirst[at + 1]))
    }
  }

  /** Nodes whose house numbers start and end an interpolated row. */
  interpolatedNodes({ first, refs }: FinishedLines): Set<number> {
    const nodes = new Set<number>()
    for (const { line } of this.interpolations) {
      for (let at = first[line]; at < first[line + 1]; at++) nodes.add(refs[at])
    }
    return nodes
  }
}

/** Whether it has neither a street nor a place. A relation may provide one. */
function isOrphan({ street, place }: HouseTexts): boolean {
  return street === NO_TEXT && place === NO_TEXT
}
