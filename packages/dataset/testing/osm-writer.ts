import { NODE_MEMBER, type OsmBlock, WAY_MEMBER } from '../osm/block.ts'
import { BlockBuilder } from '../osm/block-builder.ts'
import type { Point } from './drawing.ts'

export type Tags = Readonly<Record<string, string>>

/** A member of a relation with its role. `ref` is the letter of a drawn node or the key of a way. */
export type DrawnMember = readonly [role: string, kind: 'node' | 'way', ref: string]

export interface DrawnRelation {
  readonly tags: Tags
  readonly members: readonly DrawnMember[]
}

/**
 * Elements of a map as written in a test. Keys of `ways` list the nodes in order, and a # suffix distinguishes equal
 * keys.
 */
export interface DrawnElements {
  readonly points: ReadonlyMap<string, Point>
  readonly nodes: Readonly<Record<string, Tags>>
  readonly ways: Readonly<Record<string, Tags>>
  readonly relations: readonly DrawnRelation[]
  /** Nodes that ways reference but the extract does not contain, for example beyond its border. */
  readonly missing: string
}

const FIRST_WAY_ID = 1001

/** Creates the block that a reader would produce for an extract with these elements. */
export function buildOsmBlock(elements: DrawnElements): OsmBlock {
  const builder = new BlockBuilder()
  addNodes(builder, elements)
  addWays(builder, elements)
  addRelations(builder, elements)
  return builder.finish()
}

function addNodes(builder: BlockBuilder, { points, nodes }: DrawnElements): void {
  for (const letter of Object.keys(nodes)) requireDrawn(points, letter, 'nodes')
  for (const [letter, [latitude, longitude]] of points) {
    builder.nodes.add(nodeId(letter), Math.round(latitude * 1e7), Math.round(longitude * 1e7))
    builder.addTags(builder.nodes, Object.entries(nodes[letter] ?? {}).flat())
  }
}

function addWays(builder: BlockBuilder, { points, ways, missing }: DrawnElements): void {
  Object.entries(ways).forEach(([key, tags], index) => {
    builder.ways.add(FIRST_WAY_ID + index)
    for (const letter of toNodeLetters(key)) {
      if (!missing.includes(letter)) requireDrawn(points, letter, `way ${key}`)
      builder.ways.ref.push(nodeId(letter))
    }
    builder.addTags(builder.ways, Object.entries(tags).flat())
  })
}

function addRelations(builder: BlockBuilder, { points, ways, relations }: DrawnElements): void {
  relations.forEach(({ tags, members }, index) => {
    builder.relations.add(index + 1)
    for (const [role, kind, ref] of members) {
      if (kind === 'node') requireDrawn(points, ref, 'a relation')
      const type = kind === 'node' ? NODE_MEMBER : WAY_MEMBER
      builder.relations.addMember(type, kind === 'node' ? nodeId(ref) : wayId(ways, ref), builder.strings.intern(role))
    }
    builder.addTags(builder.relations, Object.entries(tags).flat())
  })
}

/** Returns the node letters of a way key. */
export function toNodeLetters(key: string): string {
  return key.split('#', 1)[0] ?? ''
}

function nodeId(letter: string): number {
  return letter.charCodeAt(0)
}

function wayId(ways: DrawnElements['ways'], key: string): number {
  const index = Object.keys(ways).indexOf(key)
  if (index < 0) throw new Error(`a relation refers to way ${key}, which does not exist`)
  return FIRST_WAY_ID + index
}

/**
 * Throws an error for an unknown letter. A misspelled letter would otherwise create a way that leaves the map, and the
 * test would check nothing.
 */
function requireDrawn(points: DrawnElements['points'], letter: string, context: string): void {
  if (!points.has(letter)) throw new Error(`${context}: there is no ${letter} in the drawing`)
}
