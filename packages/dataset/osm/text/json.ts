import type { JsonItem } from '../../streams/json-stream.ts'
import type { OsmBlock } from '../block.ts'
import { BlockBuilder, MIN_BLOCK_WEIGHT } from '../block-builder.ts'
import { CoordinateNodes } from '../placed-nodes.ts'
import { EXTRACT_FORMAT_REMEDY } from '../unreadable-extract.ts'
import { GeoJsonFeatures } from './geojson.ts'
import { readTextItems } from './json-items.ts'
import { InvalidJsonValueError } from './json-values.ts'
import { OverpassElements } from './overpass-json.ts'
import { type TextSource, toTextError } from './text-source.ts'

const ITEM_LISTS: ReadonlySet<string> = new Set(['features', 'elements'])

/** Reads GeoJSON of OSM elements or an Overpass response. */
export async function* readJson(source: TextSource): AsyncGenerator<OsmBlock> {
  const nodes = new CoordinateNodes()
  const features = new GeoJsonFeatures(nodes)
  const elements = new OverpassElements(nodes)
  let block = new BlockBuilder()
  let itemCount = 0
  for await (const item of readTextItems(source, ITEM_LISTS)) {
    if (item.list === 'remark') throwOnRemark(source, item)
    if (!ITEM_LISTS.has(item.list)) continue
    itemCount++
    try {
      if (item.list === 'features') features.add(item.value, block)
      else elements.add(item.value, block)
    } catch (error) {
      throw error instanceof InvalidJsonValueError ? toItemError(source, item, error.message) : error
    }
    if (block.weight < MIN_BLOCK_WEIGHT) continue
    yield block.finish()
    block = new BlockBuilder()
  }
  if (itemCount === 0)
    throw toTextError(source, 0, 'byte 0', 'there is no list of features or elements', EXTRACT_FORMAT_REMEDY)
  elements.addWayNodes(block)
  if (block.weight > 0) yield block.finish()
  yield* nodes.blocks()
}

/**
 * Throws an error if Overpass aborted the query. Overpass reports a timeout at the end of a response that otherwise
 * looks complete.
 */
function throwOnRemark(source: TextSource, { value, offset }: JsonItem): void {
  if (typeof value !== 'string' || !value.includes('error')) return
  const remedy = 'request a smaller area or allow more time'
  throw toTextError(source, offset, `byte ${offset}`, `Overpass aborted the query (${value})`, remedy)
}

function toItemError(source: TextSource, { offset }: JsonItem, problem: string) {
  const remedy = 'export it again, as GeoJSON in degrees (EPSG:4326) or as OSM data'
  return toTextError(source, offset, `byte ${offset}`, problem, remedy)
}
