import { NODE_MEMBER, RELATION_MEMBER, WAY_MEMBER } from '../block.ts'
import type { BlockBuilder } from '../block-builder.ts'
import type { CoordinateNodes, Position } from '../placed-nodes.ts'
import {
  InvalidJsonValueError,
  isObject,
  type JsonObject,
  requireList,
  requireObject,
  toId,
  toPosition,
  toTags,
} from './json-values.ts'

const memberTypes = new Map<unknown, number>([
  ['node', NODE_MEMBER],
  ['way', WAY_MEMBER],
  ['relation', RELATION_MEMBER],
])

/** Elements of Overpass JSON. With `out geom`, the ways contain the coordinates instead of separate nodes. */
export class OverpassElements {
  private readonly nodes: CoordinateNodes
  private readonly nodeIds = new Set<number>()
  private readonly wayNodePositions = new Map<number, Position>()

  constructor(nodes: CoordinateNodes) {
    this.nodes = nodes
  }

  add(value: unknown, block: BlockBuilder): void {
    const element = requireObject(value, 'an element')
    const tags = isObject(element.tags) ? toTags(element.tags) : []
    if (element.type === 'node') this.addNode(element, tags, block)
    else if (element.type === 'way') this.addWay(element, tags, block)
    else if (element.type === 'relation') addRelation(element, tags, block)
    // Counts, areas and timelines are ignored.
  }

  /** Adds the nodes that occur only in ways. */
  addWayNodes(block: BlockBuilder): void {
    for (const [id, { latitude, longitude }] of this.wayNodePositions) {
      if (!this.nodeIds.has(id)) block.nodes.add(id, latitude, longitude)
    }
  }

  private addNode(node: JsonObject, tags: readonly string[], block: BlockBuilder): void {
    const id = toId(node.id, 'the id of a node')
    const { latitude, longitude } = toPosition(node.lat, node.lon)
    this.nodeIds.add(id)
    block.nodes.add(id, latitude, longitude)
    block.addTags(block.nodes, tags)
  }

  private addWay(way: JsonObject, tags: readonly string[], block: BlockBuilder): void {
    block.ways.add(toId(way.id, 'the id of a way'))
    block.addTags(block.ways, tags)
    for (const ref of this.refsOf(way)) block.ways.ref.push(ref)
  }

  private refsOf({ id, nodes, geometry }: JsonObject): readonly number[] {
    // Vertices outside the requested bounding box are null.
    const positions = geometry === undefined ? [] : requireList(geometry, `the geometry of way ${id}`).map(findPosition)
    if (nodes === undefined) return this.nodes.refsOf(positions.filter((position) => position !== undefined))
    const refs = requireList(nodes, `nodes of way ${id}`).map((ref) => toId(ref, `a node of way ${id}`))
    if (positions.length > 0 && positions.length !== refs.length) {
      throw new InvalidJsonValueError(`way ${id} has ${refs.length} nodes but ${positions.length} positions`)
    }
    positions.forEach((position, index) => {
      if (position) this.wayNodePositions.set(refs[index], position)
    })
    return refs
  }
}

function findPosition(value: unknown): Position | undefined {
  return isObject(value) ? toPosition(value.lat, value.lon) : undefined
}

function addRelation({ id, members = [] }: JsonObject, tags: readonly string[], block: BlockBuilder): void {
  block.relations.add(toId(id, 'the id of a relation'))
  block.addTags(block.relations, tags)
  for (const member of requireList(members, `members of relation ${id}`)) {
    const { type, ref, role } = requireObject(member, `a member of relation ${id}`)
    const memberType = memberTypes.get(type)
    if (memberType === undefined)
      throw new InvalidJsonValueError(`a member of relation ${id} cannot have the type "${type}"`)
    const roleString = typeof role === 'string' ? role : ''
    block.relations.addMember(memberType, toId(ref, `a member of relation ${id}`), block.strings.intern(roleString))
  }
}
