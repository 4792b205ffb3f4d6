import { join } from 'node:path'
import { DatasetUnreadable, ROADS_FILE, readDeferredGroup, readSections, type StoredDataset } from '@fairway/dataset'
import { readWorld } from '../../features/places/runtime/world-file.ts'
import { indexRoads } from '../../features/tiles/runtime/index-roads.ts'
import { TileService } from '../../features/tiles/runtime/tile-service.ts'
import { buildWaterTiles, readWaterTiles } from '../../features/tiles/runtime/water-files.ts'
import { addNearbyTreeSections } from '../../maps/places/nearby-tree.ts'
import { type LoadedPlaceIndex, loadPlaceIndex, toPlaceIndex, WORLD_GROUP } from '../../maps/places/place-index.ts'
import { type MapCustomization, Region } from '../../maps/regions/region.ts'
import { CommandError, exitCodes } from '../exit.ts'

/**
 * Opens the tiles of the given maps, drawn in the same way as on a server. The tiles include worldwide water and places
 * if this data has been built.
 */
export async function openTiles(
  dataDir: string,
  maps: readonly StoredDataset[],
  report: (message: string) => void,
): Promise<TileService> {
  const regions = await Promise.all(maps.map(openRegion))
  const water = (await readWaterTiles(dataDir, report)) ?? (await buildWaterTiles(dataDir, report, report))
  const places = [...regions.flatMap(openPlaces), ...(await openWorld(dataDir))]
  return new TileService({
    regions: { list: () => regions },
    places: { listIndexes: () => places },
    domains: () => [],
    handle: { water, roads: regions.map(({ handle }) => indexRoads({ ...handle, water })) },
  })
}

async function openRegion({ region, id, folder, manifest }: StoredDataset): Promise<Region> {
  try {
    const sections = await readSections(join(folder, ROADS_FILE), { region })
    const places = toPlaceIndex(sections)
    if (places) addNearbyTreeSections(sections, places)
    const { attribution, boundingBox } = manifest
    return new Region({ region, dataset: id, attribution, boundingBox, sections }, noMetrics)
  } catch (error) {
    if (error instanceof DatasetUnreadable) throw new CommandError(exitCodes.failed, error.message)
    throw error
  }
}

/** Rejects all metric requests, because tiles show no travel times. */
const refuse = () => Promise.reject(new Error('a tile needed a metric'))
const noMetrics: MapCustomization = {
  customize: refuse,
  getMatchingData: refuse,
  computePathAttributes: refuse,
  computeLivePathAttributes: refuse,
  announceMatrices: refuse,
}

function openPlaces({ handle: { region, dataset, attribution, sections } }: Region): LoadedPlaceIndex[] {
  return toList(loadPlaceIndex({ region, dataset, attribution }, sections))
}

async function openWorld(dataDir: string): Promise<LoadedPlaceIndex[]> {
  const world = await readWorld(dataDir)
  if (!world) return []
  readDeferredGroup(world.deferred, WORLD_GROUP)
  const { version: dataset, attribution, sections } = world
  return toList(loadPlaceIndex({ region: undefined, dataset, attribution }, sections))
}

function toList<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}
