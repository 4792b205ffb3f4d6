import { NODE_MEMBER, type OsmBlock, WAY_MEMBER } from '../osm/block.ts'
import { BlockBuilder } from '../osm/block-builder.ts'
import { BlockCopier } from '../osm/merge/block-copier.ts'

/** A bounding box in degrees. */
export interface CutBox {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/**
 * Cuts a box out of a map but keeps ways complete, as `osmium extract` does. The result contains ways with a node in
 * the box, all of their nodes, and relations with a member in the box.
 */
export function cutExtract(blocks: readonly OsmBlock[], { south, west, north, east }: CutBox): OsmBlock {
  const inBox = new Set<number>()
  for (const { nodes } of blocks) {
    nodes.id.forEach((id, index) => {
      const [latitude, longitude] = [nodes.latitude[index] / 1e7, nodes.longitude[index] / 1e7]
      if (latitude >= south && latitude <= north && longitude >= west && longitude <= east) inBox.add(id)
    })
  }
  const keptNodes = new Set(inBox)
  const keptWays = new Set<number>()
  for (const { ways } of blocks) {
    ways.id.forEach((id, index) => {
      const refs = ways.ref.subarray(ways.refFirst[index], ways.refFirst[index + 1])
      if (!refs.some((ref) => inBox.has(ref))) return
      keptWays.add(id)
      for (const ref of refs) keptNodes.add(ref)
    })
  }
  const target = new BlockBuilder()
  for (const block of blocks) {
    const copier = new BlockCopier(block)
    block.nodes.id.forEach((id, index) => {
      if (keptNodes.has(id)) copier.copy('nodes', index, target)
    })
    block.ways.id.forEach((id, index) => {
      if (keptWays.has(id)) copier.copy('ways', index, target)
    })
    block.relations.id.forEach((_, index) => {
      if (hasMember(block, index, inBox, keptWays)) copier.copy('relations', index, target)
    })
  }
  return target.finish()
}

function hasMember(
  { relations: { member, memberFirst, memberType } }: OsmBlock,
  relation: number,
  nodes: ReadonlySet<number>,
  ways: ReadonlySet<number>,
): boolean {
  for (let i = memberFirst[relation]; i < memberFirst[relation + 1]; i++) {
    if (memberType[i] === NODE_MEMBER && nodes.has(member[i])) return true
    if (memberType[i] === WAY_MEMBER && ways.has(member[i])) return true
  }
  return false
}
