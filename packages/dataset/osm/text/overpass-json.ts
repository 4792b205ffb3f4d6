import { NODE_MEMBER, RELATION_MEMBER, WAY_MEMBER } from '../block.ts'
import type { BlockBuilder } from '../block-builder.ts'
import type { Place, PlacedNodes } from '../placed-nodes.ts'
import { isObject, type JsonObject, Misshapen, toId, toList, toObject, toPlace, toTags } from './json-values.ts'

const memberTypes = new Map<unknown, number>([
  ['node', NODE_MEMBER],
  ['way', WAY_MEMBER],
  ['relation', RELATION_MEMBER],
])

/** Overpass JSON. With `out geom`, node coordinates are stored at the ways instead of at nodes. */
export class OverpassElements {
  private readonly nodes: PlacedNodes
  private readonly given = new Set<number>()
  private readonly atWays = new Map<number, Place>()

  constructor(nodes: PlacedNodes) {
    this.nodes = nodes
  }

  add(value: unknown, block: BlockBuilder): void {
    const element = toObject(value, 'an element')
    const tags = isObject(element.tags) ? toTags(element.tags) : []
    if (element.type === 'node') this.addNode(element, tags, block)
    else if (element.type === 'way') this.addWay(element, tags, block)
    else if (element.type === 'relation') addRelation(element, tags, block)
    // Counts, areas, and timelines are ignored.
  }

  /** Adds nodes that occur only at ways. */
  addNodesAtWays(block: BlockBuilder): void {
    for (const [id, { latitude, longitude }] of this.atWays) {
      if (!this.given.has(id)) block.nodes.add(id, latitude, longitude)
    }
  }

  private addNode(node: JsonObject, tags: readonly string[], block: BlockBuilder): void {
    const id = toId(node.id, 'the id of a node')
    const { latitude, longitude } = toPlace(node.lat, node.lon)
    this.given.add(id)
    block.nodes.add(id, latitude, longitude)
    block.tag(block.nodes, tags)
  }

  private addWay(way: JsonObject, tags: readonly string[], block: BlockBuilder): void {
    block.ways.add(toId(way.id, 'the id of a way'))
    block.tag(block.ways, tags)
    for (const ref of this.refsOf(way)) block.ways.ref.push(ref)
  }

  private refsOf({ id, nodes, geometry }: JsonObject): readonly number[] {
    // Vertices outside the requested bounding box are null.
    const places = geometry === undefined ? [] : toList(geometry, `the geometry of way ${id}`).map(findPlace)
    if (nodes === undefined) return this.nodes.refsOf(places.filter((place) => place !== undefined))
    const refs = toList(nodes, `nodes of way ${id}`).map((ref) => toId(ref, `a node of way ${id}`))
    if (places.length > 0 && places.length !== refs.length) {
      throw new Misshapen(`way ${id} has ${refs.length} nodes but ${places.length} positions`)
    }
    places.forEach((place, index) => {
      if (place) this.atWays.set(refs[index], place)
    })
    return refs
  }
}

function findPlace(value: unknown): Place | undefined {
  return isObject(value) ? toPlace(value.lat, value.lon) : undefined
}

function addRelation({ id, members = [] }: JsonObject, tags: readonly string[], block: BlockBuilder): void {
  block.relations.add(toId(id, 'the id of a relation'))
  block.tag(block.relations, tags)
  for (const member of toList(members, `members of relation ${id}`)) {
    const { type, ref, role } = toObject(member, `a member of relation ${id}`)
    const memberType = memberTypes.get(type)
    if (memberType === undefined) throw new Misshapen(`a member of relation ${id} cannot have the type "${type}"`)
    const roleText = typeof role === 'string' ? role : ''
    block.relations.addMember(memberType, toId(ref, `a member of relation ${id}`), block.strings.numberOf(roleText))
  }
}
