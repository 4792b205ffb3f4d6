import { type OsmBlock, RELATION_MEMBER } from '../block.ts'
import { BlockBuilder } from '../block-builder.ts'
import type { Elements } from './elements.ts'

/** Returns random elements, sorted by ID. Some IDs exceed 2^33, to detect readers that truncate IDs to 33 bits. */
export function randomElements(random: () => number, maxCount: number): Elements {
  const below = (limit: number) => Math.floor(random() * limit)
  const ids = () => {
    const numbers = Array.from(
      { length: below(maxCount + 1) },
      () => 1 + below(maxCount) + (below(5) === 0 ? 2 ** 34 : 0),
    )
    return [...new Set(numbers)].sort((a, b) => a - b)
  }
  const tags = (): Record<string, string> =>
    below(2) === 0 ? {} : { [`key ${below(4)}`]: `value ${below(9)}`, '': below(2) === 0 ? '' : 'é' }
  return {
    nodes: ids().map((id) => ({ id, at: [below(9e8) / 1e7, -below(18e8) / 1e7], tags: tags() })),
    ways: ids().map((id) => ({ id, refs: Array.from({ length: below(5) }, () => below(1e10)), tags: tags() })),
    relations: ids().map((id) => ({
      id,
      members: Array.from({ length: below(4) }, () => [below(RELATION_MEMBER + 1), below(1e10), `role ${below(3)}`]),
      tags: tags(),
    })),
  }
}

export type VersionOf = (kind: keyof Elements, id: number) => { version: number; isDeleted: boolean }

/** Returns the block that a reader would produce for these elements. */
export function toBlock({ nodes, ways, relations }: Elements, versionOf?: VersionOf): OsmBlock {
  const builder = new BlockBuilder()
  const finish = (kind: keyof Elements, { id, tags }: { id: number; tags: Record<string, string> }) => {
    builder.addTags(builder[kind], Object.entries(tags).flat())
    if (!versionOf) return
    const { version, isDeleted } = versionOf(kind, id)
    builder[kind].versions.push(version, isDeleted)
  }
  for (const node of nodes) {
    builder.nodes.add(node.id, Math.round(node.at[0] * 1e7), Math.round(node.at[1] * 1e7))
    finish('nodes', node)
  }
  for (const way of ways) {
    builder.ways.add(way.id)
    for (const ref of way.refs) builder.ways.ref.push(ref)
    finish('ways', way)
  }
  for (const relation of relations) {
    builder.relations.add(relation.id)
    for (const [type, id, role] of relation.members) {
      builder.relations.addMember(type, id, builder.strings.intern(role))
    }
    finish('relations', relation)
  }
  return builder.finish()
}
