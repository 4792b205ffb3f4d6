import type { JsonItem } from '../../streams/json-stream.ts'
import type { OsmBlock } from '../block.ts'
import { BLOCK_WEIGHT, BlockBuilder } from '../block-builder.ts'
import { PlacedNodes } from '../placed-nodes.ts'
import { GIVE_AN_EXTRACT } from '../unreadable-extract.ts'
import { GeoJsonFeatures } from './geojson.ts'
import { readTextItems } from './json-items.ts'
import { Misshapen } from './json-values.ts'
import { OverpassElements } from './overpass-json.ts'
import { type TextSource, unreadableText } from './text-source.ts'

const LISTS: ReadonlySet<string> = new Set(['features', 'elements'])

/** Reads GeoJSON of OSM elements, or an Overpass response. */
export async function* readJson(text: TextSource): AsyncGenerator<OsmBlock> {
  const nodes = new PlacedNodes()
  const features = new GeoJsonFeatures(nodes)
  const elements = new OverpassElements(nodes)
  let block = new BlockBuilder()
  let items = 0
  for await (const item of readTextItems(text, LISTS)) {
    if (item.list === 'remark') refuseRemark(text, item)
    if (!LISTS.has(item.list)) continue
    items++
    try {
      if (item.list === 'features') features.add(item.value, block)
      else elements.add(item.value, block)
    } catch (error) {
      throw error instanceof Misshapen ? unreadableItem(text, item, error.message) : error
    }
    if (block.weight < BLOCK_WEIGHT) continue
    yield block.finish()
    block = new BlockBuilder()
  }
  if (items === 0) throw unreadableText(text, 0, 'byte 0', 'there is no list of features or elements', GIVE_AN_EXTRACT)
  elements.addNodesAtWays(block)
  if (block.weight > 0) yield block.finish()
  yield* nodes.blocks()
}

/** Overpass reports a query timeout at the end of a response that otherwise looks complete. */
function refuseRemark(text: TextSource, { value, offset }: JsonItem): void {
  if (typeof value !== 'string' || !value.includes('error')) return
  const remedy = 'request a smaller area or allow more time'
  throw unreadableText(text, offset, `byte ${offset}`, `Overpass gave up (${value})`, remedy)
}

function unreadableItem(text: TextSource, { offset }: JsonItem, what: string) {
  const remedy = 'export it again, as GeoJSON in degrees (EPSG:4326) or as OSM data'
  return unreadableText(text, offset, `byte ${offset}`, what, remedy)
}
