import type { CompileOptions } from '../../compile-options.ts'
import type { OsmBlock } from '../../osm/block.ts'
import { ElementCollector } from './element-collector.ts'
import { ResolvedLines } from './lines.ts'
import { NodePositions } from './node-positions.ts'
import { locateElements } from './place-everything.ts'
import type { RawPlaces } from './raw-places.ts'
import { toTags } from './tags.ts'

/**
 * Collects the places in three passes over the extract: elements with searchable tags, member ways of relations, and
 * referenced nodes. Extracts list nodes first, so with fewer passes, all nodes would have to stay in memory.
 */
export async function collectPlaces(
  blocks: (stage: string) => AsyncIterable<OsmBlock>,
  onProgress: CompileOptions['onProgress'],
): Promise<RawPlaces> {
  const collector = new ElementCollector()
  for await (const block of blocks('reading the places')) collector.read(block)
  if (collector.relations.length > 0)
    for await (const block of blocks('reading the areas')) collector.readMemberWays(block)
  const lineRefs = collector.lines.finish()
  const nodes = new NodePositions(lineRefs.refs)
  const numbers = new Map<number, ReadonlyMap<string, string>>()
  const numberedNodes = collector.listInterpolatedNodes(lineRefs)
  for await (const block of blocks('locating the places')) {
    nodes.read(block, (id, element) => {
      if (numberedNodes.has(id)) numbers.set(id, toTags(block.strings, block.nodes.tags, element))
    })
  }
  onProgress({ stage: 'locating the places', fraction: 1 })
  return locateElements(collector, new ResolvedLines(lineRefs, nodes), numbers)
}
