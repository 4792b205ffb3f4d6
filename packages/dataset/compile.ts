import { stat } from 'node:fs/promises'
import { countEntries, type PlaceIndex, placesToSections } from '@fairway/places'
import { type ChargingTable, type NetworkName, networkNames, type RoadMap } from '@fairway/road'
import { buildBasemap } from './basemap/build-basemap.ts'
import { BasemapCollector } from './basemap/collect-basemap.ts'
import { type Basemap, toBasemapSections } from './basemap/schema.ts'
import { buildStations, toChargingSections } from './charging/build-stations.ts'
import {
  type BoundingBox,
  type CompiledRegion,
  type CompileOptions,
  type CompileStages,
  NoRoadsError,
  type StoredStage,
} from './compile-options.ts'
import type { TypedArray } from './format/typed-array.ts'
import type { OsmBlock } from './osm/block.ts'
import { findTimestamp } from './osm/pbf/pbf-header.ts'
import { readExtract } from './osm/read-extract.ts'
import { buildPlaces } from './places/build-places.ts'
import { collectPlaces } from './places/collect/collect-places.ts'
import { buildMap } from './roads/build-map.ts'
import { collectRoads, type RawRoads } from './roads/collect.ts'
import { rulesByNetwork } from './roads/rules/rules-by-network.ts'
import { toRoadSections } from './roads/sections.ts'

/**
 * Maximum size of an extract whose blocks stay in memory between the passes. Larger extracts are read once per pass.
 */
const MAX_CACHED_EXTRACT_BYTES = 16 * 1024 * 1024

/** OpenStreetMap requires this exact wording. */
const OSM_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'

export async function compileExtract(options: CompileOptions): Promise<CompiledRegion> {
  const dataTimestamp = await findTimestamp(options.extract)
  if (options.stages) return await compileInStages(options, options.stages, dataTimestamp)
  const data = await readExtractData(options)
  const map = buildMap(data.roads, rulesByNetwork.car, options.onProgress, options.terrain)
  return {
    counts: { ...countRoads(map), ...countPlaces(data) },
    attribution: toAttribution(options, map.network.terrain !== undefined),
    boundingBox: getBoundingBox(data.roads),
    sections: listSections(options, data.roads, { map }, listPlaceSections(data)),
    ...(dataTimestamp === undefined ? {} : { dataTimestamp }),
  }
}

/**
 * Compiles the same sections in the same order as a compilation without stages, but writes each stage to a file before
 * the next stage begins.
 */
async function compileInStages(
  options: CompileOptions,
  stages: CompileStages,
  dataTimestamp: string | undefined,
): Promise<CompiledRegion> {
  const { extract, onProgress, terrain } = options
  let roads: RawRoads | undefined
  const places = await stages.run('places', async () => {
    const data = await readExtractData(options)
    roads = data.roads
    return { sections: listPlaceSections(data), facts: { ...countPlaces(data), boundingBox: getBoundingBox(roads) } }
  })
  const networks: StoredStage[] = []
  for (const network of ['car' as const, ...networkNames.filter((name) => name !== 'car')]) {
    networks.push(
      await stages.run(network, async () => {
        roads ??= await collectRoads(await openBlocks(options))
        const map = buildMap(roads, rulesByNetwork[network], onProgress, terrain)
        const hasTerrain = map.network.terrain === undefined ? 0 : 1
        return { sections: toRoadSections(map, network), facts: { ...countRoads(map), hasTerrain } }
      }),
    )
  }
  if (networks.every(({ facts }) => facts.arcs === 0)) throw new NoRoadsError(extract)
  const { boundingBox, ...placeCounts } = places.facts
  const { hasTerrain, ...roadCounts } = networks[0]?.facts ?? {}
  return {
    sections: readStages([places, ...networks]),
    boundingBox: boundingBox as BoundingBox,
    counts: { ...roadCounts, ...placeCounts } as Record<string, number>,
    attribution: toAttribution(options, hasTerrain === 1),
    ...(dataTimestamp === undefined ? {} : { dataTimestamp }),
  }
}

function* readStages(stages: readonly StoredStage[]): Generator<readonly [string, TypedArray]> {
  for (const stage of stages) yield* stage.readSections()
}

function listPlaceSections({ places, stations, basemap }: ExtractData): [string, TypedArray][] {
  return [...placesToSections(places), ...toChargingSections(stations), ...toBasemapSections(basemap)]
}

function countRoads({ network: { nodes, edges, arcs, turns } }: RoadMap): Record<string, number> {
  return { nodes: nodes.count, edges: edges.count, arcs: arcs.count, turns: turns.count }
}

function countPlaces({ places, stations, basemap }: ExtractData): Record<string, number> {
  return {
    places: countEntries(places),
    house_numbers: places.houses.number.length,
    charging_stations: stations.latitude.length,
    drawn_features: basemap.layer.length,
  }
}

function toAttribution({ terrain }: CompileOptions, hasTerrain: boolean): string {
  return hasTerrain && terrain ? `${OSM_ATTRIBUTION}; ${terrain.attribution}` : OSM_ATTRIBUTION
}

/** Compiles only the roads of one network. */
export async function compileRoads(options: CompileOptions, network: NetworkName = 'car'): Promise<RoadMap> {
  const map = buildMap(
    await collectRoads(await openBlocks(options)),
    rulesByNetwork[network],
    options.onProgress,
    options.terrain,
  )
  if (map.network.arcs.count === 0) throw new NoRoadsError(options.extract)
  return map
}

/** Compiles only the places. */
export async function compilePlaces(options: CompileOptions): Promise<PlaceIndex> {
  const { onProgress } = options
  return buildPlaces(await collectPlaces(await openBlocks(options), onProgress), onProgress)
}

/**
 * Reads all data of the extract. Places are built before the roads, so that their blocks and raw data are released
 * before the roads need the most memory.
 */
async function readExtractData(options: CompileOptions): Promise<ExtractData> {
  const { onProgress } = options
  const blocks = await openBlocks(options)
  const roads = await collectRoads(blocks)
  const basemapCollector = new BasemapCollector()
  const rawPlaces = await collectPlaces(basemapCollector.watch(blocks), onProgress)
  const basemap = buildBasemap(await basemapCollector.finish(blocks))
  return { roads, stations: buildStations(rawPlaces.stations), places: buildPlaces(rawPlaces, onProgress), basemap }
}

interface ExtractData {
  readonly roads: RawRoads
  readonly places: PlaceIndex
  readonly stations: ChargingTable
  readonly basemap: Basemap
}

/**
 * Lists all sections. Networks other than the car network are built during writing, so that only one network is in
 * memory at a time.
 */
function* listSections(
  { extract, onProgress, terrain }: CompileOptions,
  roads: RawRoads,
  car: { map?: RoadMap },
  otherSections: readonly [string, TypedArray][],
): Generator<[string, TypedArray]> {
  yield* otherSections
  let arcCount = 0
  for (const network of networkNames) {
    const holder = car.map ? car : { map: buildMap(roads, rulesByNetwork[network], onProgress, terrain) }
    arcCount += holder.map?.network.arcs.count ?? 0
    yield* listNetworkSections(holder, network)
  }
  if (arcCount === 0) throw new NoRoadsError(extract)
}

/**
 * Lists the sections of a network. Removing the map from its holder lets the garbage collector free it before the next
 * network is built.
 */
function* listNetworkSections(holder: { map?: RoadMap }, network: NetworkName): Generator<[string, TypedArray]> {
  const { map } = holder
  delete holder.map
  if (map) yield* toRoadSections(map, network)
}

type BlockReader = (stage?: string) => AsyncIterable<OsmBlock>

/** Returns a reader that can read the blocks of the extract repeatedly. Each pass is reported as a separate stage. */
async function openBlocks({ extract, threads, onProgress }: CompileOptions): Promise<BlockReader> {
  const readBlocks: BlockReader = (stage = 'reading the extract') =>
    readExtract(extract, {
      threads,
      onProgress: (doneAmount, total) => onProgress({ stage, fraction: total > 0 ? doneAmount / total : 1 }),
    })
  const { size } = await stat(extract).catch(() => ({ size: 0 }))
  if (size > MAX_CACHED_EXTRACT_BYTES) return readBlocks
  const blocks: OsmBlock[] = []
  for await (const block of readBlocks()) blocks.push(block)
  return async function* () {
    yield* blocks
  }
}

function getBoundingBox({ nodes }: RawRoads): BoundingBox {
  let [south, north, west, east] = [90e6, -90e6, 180e6, -180e6]
  let [westOfAntimeridian, eastOfAntimeridian] = [180e6, -180e6]
  for (let i = 0; i < nodes.count; i++) {
    const longitude = nodes.longitude[i]
    south = Math.min(south, nodes.latitude[i])
    north = Math.max(north, nodes.latitude[i])
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    if (longitude >= 0) westOfAntimeridian = Math.min(westOfAntimeridian, longitude)
    else eastOfAntimeridian = Math.max(eastOfAntimeridian, longitude)
  }
  // If the map crosses the antimeridian, its western edge has the greater longitude.
  if (east - west > 180e6) [west, east] = [westOfAntimeridian, eastOfAntimeridian]
  return { south: south / 1e6, west: west / 1e6, north: north / 1e6, east: east / 1e6 }
}
