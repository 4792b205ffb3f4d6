import type { PlaceIndex } from '@fairway/places'
import type { NetworkName, RoadMap } from '@fairway/road'
import type { CompiledRegion, CompileOptions } from './compile-options.ts'

// The compiler is loaded on first use, so that servers that only read datasets start faster.
export const compileExtract = async (options: CompileOptions): Promise<CompiledRegion> =>
  (await import('./compile.ts')).compileExtract(options)
export const compileRoads = async (options: CompileOptions, network?: NetworkName): Promise<RoadMap> =>
  (await import('./compile.ts')).compileRoads(options, network)
export const compilePlaces = async (options: CompileOptions): Promise<PlaceIndex> =>
  (await import('./compile.ts')).compilePlaces(options)
export { AERODROMES_VERSION, type AerodromeSections, AerodromeTable, packAerodromes } from './air/aerodrome-table.ts'
export { DEFAULT_ZONES_ATTRIBUTION, listAerodromes } from './air/default-zones.ts'
export { findTownHeight, listKnownPeaks, type TownHeight } from './air/known-heights.ts'
export { readSampleCorridors } from './air/sample-corridors.ts'
export { BasemapTiles } from './basemap/basemap-tiles.ts'
export type { NameProperties } from './basemap/names.ts'
export { fromBasemapSections } from './basemap/schema.ts'
export { fromChargingSections } from './charging/build-stations.ts'
export { buildRegionCoast, isInCoastRange, openRegionCoast, type RegionCoast } from './coast/region-coast.ts'
export {
  type BoundingBox,
  type CompiledRegion,
  type CompileExtract,
  type CompileOptions,
  type CompileProgress,
  NoRoadsError,
} from './compile-options.ts'
export { DatasetUnreadable } from './format/dataset-unreadable.ts'
export { type DeferredSections, readDeferredGroup } from './format/deferred-sections.ts'
export { HEADER_BYTES } from './format/header.ts'
export { readSections, readSectionsDeferred } from './format/read-sections.ts'
export type { TypedArray } from './format/typed-array.ts'
export { writeSections } from './format/write-sections.ts'
export { InvalidOddError } from './odd/odd-refused.ts'
export { isOddId, readDocument } from './odd/read-document.ts'
export { type ParsedDomain, readOddSource } from './odd/read-source.ts'
export { montevideoSample } from './odd/sample.ts'
export type { OsmBlock, OsmTags } from './osm/block.ts'
export { BlockBuilder } from './osm/block-builder.ts'
export {
  type PublishedState,
  parseState,
  type ReplicationState,
  toChangePath,
} from './osm/changes/replication-state.ts'
export { type EmbeddedExtract, listEmbeddedExtracts } from './osm/embedded-extracts.ts'
export { detectExtractFormat } from './osm/extract-format.ts'
export { writePbf } from './osm/pbf/write-pbf.ts'
export { readExtract } from './osm/read-extract.ts'
export { montevideoTilesFolder } from './osm/tiles/embedded.ts'
export { UnreadableExtract } from './osm/unreadable-extract.ts'
export { countTilesInBounds, writeArchive } from './pmtiles/write-archive.ts'
export { findNetworkOfSection, fromRoadSections, toRoadSections } from './roads/sections.ts'
export { buildSea, readSeaSources, SEA_ATTRIBUTION, SEA_VERSION } from './sea/build-sea.ts'
export { readPorts } from './sea/read-ports.ts'
export { readRings } from './sea/read-rings.ts'
export { readSea, writeSea } from './sea/sea-file.ts'
export {
  listMissingPackages,
  type PackageFile,
  packageFiles,
  packedFolder,
  resolveInstalled,
  toPackedName,
} from './sources/package-files.ts'
export {
  type CompiledSummary,
  type CompileRegionOptions,
  compileRegion,
  EXTRACT_FILE,
  ExtractChangedError,
  ROADS_FILE,
} from './store/compile-region.ts'
export { isDatasetId } from './store/dataset-id.ts'
export { DatasetStore } from './store/dataset-store.ts'
export { isFileMissing, syncPath } from './store/durable.ts'
export { writeSectionsAtomically } from './store/keep-sections.ts'
export type { Manifest } from './store/manifest.ts'
export { toManifestJson } from './store/manifest-json.ts'
export { createOwnerMark, describeOwner, isAbandoned } from './store/owner-mark.ts'
export { findPrepared, publishPrepared } from './store/prepared-dataset.ts'
export { computeFileSha256 } from './store/publish.ts'
export { parsePublishedManifest } from './store/published-manifest.ts'
export { findServedDataset, type RegionDatasets, type StoredDataset } from './store/region-folder.ts'
export {
  checkRegionName,
  EXTRACT_EXTENSION_PATTERN as EXTRACT_EXTENSIONS,
  isRegionName,
  toRegionName,
} from './store/region-name.ts'
export { StoreError, type StoreErrorKind } from './store/store-refusal.ts'
export type { ServedDatasets, StoreWatch } from './store/watch-store.ts'
export { WorkFolders } from './store/work-area.ts'
export { DamagedCompression, gunzip } from './streams/gunzip.ts'
export { type JsonItem, JsonStream, readJsonItems } from './streams/json-stream.ts'
export { TerrainFolder } from './terrain/terrain-folder.ts'
export { type StoredTile, TerrainStore, UnusableTileError } from './terrain/terrain-store.ts'
export { buildWater, type WaterSections } from './tiles/build-water.ts'
export { listIncidentPoints } from './tiles/incident-points.ts'
export { buildMapEdge, drawMapEdge, type MapEdge } from './tiles/map-edge.ts'
export { PlaceLabels, type PlaceSource } from './tiles/place-labels.ts'
export { buildRoadTileIndex, type RoadTileIndex, RoadTiles } from './tiles/road-tiles.ts'
export { MAX_ZOOM } from './tiles/road-zooms.ts'
export { createTileLayers } from './tiles/tile-layers.ts'
export { TrafficLines } from './tiles/traffic-lines.ts'
export { readWaterRings } from './tiles/water-rings.ts'
export { readWater, WATER_ATTRIBUTION, WATER_VERSION, WaterTiles } from './tiles/water-tiles.ts'
export { WorldOverview } from './tiles/world-overview.ts'
export { buildWorld, WORLD_ATTRIBUTION, WORLD_VERSION } from './world/build-world.ts'
export { readWorldSources } from './world/world-sources.ts'
