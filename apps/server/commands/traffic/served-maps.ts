import { join } from 'node:path'
import {
  checkRegionName,
  DatasetStore,
  DatasetUnreadable,
  ROADS_FILE,
  readSections,
  type StoredDataset,
} from '@fairway/dataset'
import { type PreparedMap, prepareMap } from '../../maps/metrics/customize.ts'
import { findMapForPositions } from '../../maps/traffic/probes/map-of-probes.ts'
import type { ProbeTable } from '../../maps/traffic/probes/probe-table.ts'
import { CommandError, exitCodes } from '../exit.ts'

export interface MapChoice {
  readonly dataDir: string
  readonly region?: string
}

/** Lists the served maps of all regions, or of the given region. Fails if there is none. */
export async function listServedMaps({ dataDir, region }: MapChoice): Promise<StoredDataset[]> {
  if (region !== undefined) checkRegionName(region)
  const servedMaps = [...(await new DatasetStore(dataDir).listCurrent()).values()]
  const selectedMaps = region === undefined ? servedMaps : servedMaps.filter((dataset) => dataset.region === region)
  if (selectedMaps.length > 0) return selectedMaps
  const problem = region === undefined ? 'there is no map' : `there is no map of ${region}`
  throw new CommandError(exitCodes.notFound, `${problem} in ${dataDir}; ${describeMaps(servedMaps)}`)
}

/**
 * Returns the map of the area in which the vehicles drove: the map of the given region, or the map that contains the
 * positions.
 */
export async function getMapForPositions(positions: ProbeTable, choice: MapChoice): Promise<StoredDataset> {
  const servedMaps = await listServedMaps(choice)
  const [onlyMap] = servedMaps
  if (choice.region !== undefined && onlyMap) return onlyMap
  const maps = servedMaps.map((dataset) => ({ dataset, boundingBox: dataset.manifest.boundingBox }))
  const match = findMapForPositions(positions, maps)
  if (match) return match.dataset
  const first = `the first: [${positions.latitude(0)}, ${positions.longitude(0)}]`
  const message = `no map in ${choice.dataDir} contains these positions (${first}); ${describeMaps(servedMaps)}`
  throw new CommandError(exitCodes.notFound, message)
}

function describeMaps(servedMaps: readonly StoredDataset[]): string {
  if (servedMaps.length === 0) return 'add one with: fairway regions add europe/monaco'
  return `available: ${servedMaps.map(({ region }) => region).join(', ')}`
}

export async function openRoadMap({ region, folder }: StoredDataset): Promise<PreparedMap> {
  try {
    return prepareMap({ sections: await readSections(join(folder, ROADS_FILE), { region }) })
  } catch (error) {
    if (error instanceof DatasetUnreadable) throw new CommandError(exitCodes.failed, error.message)
    throw error
  }
}
