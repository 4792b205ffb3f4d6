import { stat } from 'node:fs/promises'
import { entryCount, type PlaceIndex, placesToSections } from '@fairway/places'
import type { RoadMap, RoadNetwork } from '@fairway/road'
import { type BoundingBox, type CompiledRegion, type CompileOptions, NoRoads } from './compile-options.ts'
import type { TypedArray } from './format/typed-array.ts'
import type { OsmBlock } from './osm/block.ts'
import { findTimestamp } from './osm/pbf/pbf-timestamp.ts'
import { readExtract } from './osm/read-extract.ts'
import { buildPlaces } from './places/build-places.ts'
import { collectPlaces } from './places/collect/collect-places.ts'
import { buildMap } from './roads/build-map.ts'
import { collectRoads, type RawRoads } from './roads/collect.ts'
import { sectionsOf } from './roads/sections.ts'

/** Blocks of extracts up to this size are kept between the two passes. Larger extracts are read twice. */
const KEEP_BLOCKS_BYTES = 16 * 1024 * 1024

/** OpenStreetMap requires exactly this wording. */
const OSM_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'

export async function compileExtract(options: CompileOptions): Promise<CompiledRegion> {
  const dataTimestamp = await findTimestamp(options.extract)
  const { roads, places } = await readBoth(options)
  const map = mapOf(options, roads)
  const { nodes, edges, arcs, turns } = map.network
  return {
    sections: sectionsOfAll(map, places),
    boundingBox: boundingBox(map.network),
    counts: {
      nodes: nodes.count,
      edges: edges.count,
      arcs: arcs.count,
      turns: turns.count,
      places: entryCount(places),
      house_numbers: places.houses.number.length,
    },
    attribution: OSM_ATTRIBUTION,
    ...(dataTimestamp === undefined ? {} : { dataTimestamp }),
  }
}

export async function compileRoads(options: CompileOptions): Promise<RoadMap> {
  return mapOf(options, await collectRoads(await blocksOf(options)))
}

/** Compiles only the places. */
export async function compilePlaces(options: CompileOptions): Promise<PlaceIndex> {
  const { onProgress } = options
  return buildPlaces(await collectPlaces(await blocksOf(options), onProgress), onProgress)
}

/**
 * Places are built before roads, which need the most memory. By then the blocks and collected data have been released.
 */
async function readBoth(options: CompileOptions): Promise<{ roads: RawRoads; places: PlaceIndex }> {
  const { onProgress } = options
  const blocks = await blocksOf(options)
  const roads = await collectRoads(blocks)
  return { roads, places: buildPlaces(await collectPlaces(blocks, onProgress), onProgress) }
}

function mapOf({ extract, onProgress }: CompileOptions, roads: RawRoads): RoadMap {
  const map = buildMap(roads, onProgress)
  if (map.network.arcs.count === 0) throw new NoRoads(extract)
  return map
}

function* sectionsOfAll(map: RoadMap, places: PlaceIndex): Generator<[string, TypedArray]> {
  yield* sectionsOf(map)
  yield* placesToSections(places)
}

type Blocks = (stage?: string) => AsyncIterable<OsmBlock>

const stagesOfRoads = ['reading the ways', 'reading the nodes']

/** Reads the extract's blocks, any number of times. Each pass is reported as a separate stage. */
async function blocksOf({ extract, threads, onProgress }: CompileOptions): Promise<Blocks> {
  let pass = 0
  const read: Blocks = (stage = stagesOfRoads[pass++] ?? 'reading the extract') =>
    readExtract(extract, {
      threads,
      onProgress: (done, total) => onProgress({ stage, fraction: total > 0 ? done / total : 1 }),
    })
  const { size } = await stat(extract).catch(() => ({ size: 0 }))
  if (size > KEEP_BLOCKS_BYTES) return read
  const blocks: OsmBlock[] = []
  for await (const block of read()) blocks.push(block)
  return async function* () {
    yield* blocks
  }
}

function boundingBox({ edges }: RoadNetwork): BoundingBox {
  let [south, north, west, east] = [90e6, -90e6, 180e6, -180e6]
  let [westOfLine, eastOfLine] = [180e6, -180e6]
  for (let i = 0; i < edges.shapeLatitude.length; i++) {
    const longitude = edges.shapeLongitude[i]
    south = Math.min(south, edges.shapeLatitude[i])
    north = Math.max(north, edges.shapeLatitude[i])
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    if (longitude >= 0) westOfLine = Math.min(westOfLine, longitude)
    else eastOfLine = Math.max(eastOfLine, longitude)
  }
  // For a map that spans the antimeridian, west is its western edge and east its eastern edge.
  if (east - west > 180e6) [west, east] = [westOfLine, eastOfLine]
  return { south: south / 1e6, west: west / 1e6, north: north / 1e6, east: east / 1e6 }
}
