import { type BoundingBox, DatasetStore, findServedDataset, type RegionDatasets } from '@fairway/dataset'
import type { Command } from 'commander'
import { formatSize } from '../amounts.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { toDatasetFields } from '../compile-summary.ts'
import { withDatasetErrors } from '../dataset-errors.ts'

export function registerListCommand(regions: Command): void {
  const command = withJson(regions.command('list').description('list regions and their datasets'))
  command.action(async (options: CommonOptions) => {
    const { dataDir } = readConfig(options)
    await withDatasetErrors(dataDir, async () => {
      const regionList = await new DatasetStore(dataDir).listRegions()
      print(options, { regions: regionList.map(toRegionFields) }, describeRegions(regionList, dataDir))
    })
  })
}

function toRegionFields(regionDatasets: RegionDatasets) {
  const { region, datasets, unusable, pinned } = regionDatasets
  return {
    region,
    chosen: pinned ?? null,
    datasets: datasets.map((dataset) => toDatasetFields(dataset, findServedDataset(regionDatasets))),
    unusable: unusable.map(({ id, folder, why }) => ({ dataset: id, folder, why })),
  }
}

const TABLE_COLUMNS = ['REGION', 'DATASET', 'SERVED', 'SIZE', 'CREATED', 'DATA UNTIL', 'SOUTH WEST NORTH EAST']

function describeRegions(regionList: readonly RegionDatasets[], dataDir: string): string {
  if (regionList.length === 0)
    return `There are no regions in ${dataDir}; add one with: fairway regions add europe/monaco`
  const problems = regionList.flatMap(({ unusable }) => unusable.map(({ why }) => `Not usable: ${why}`))
  const text = formatTable([TABLE_COLUMNS, ...regionList.flatMap(toRows)])
  return problems.length === 0 ? text : `${text}\n\n${problems.join('\n')}`
}

function toRows(regionDatasets: RegionDatasets): string[][] {
  const servedDataset = findServedDataset(regionDatasets)
  return regionDatasets.datasets.map((dataset) => {
    const { region, id, bytes, manifest } = dataset
    const state = dataset !== servedDataset ? '' : id === regionDatasets.pinned ? 'chosen' : 'newest'
    const dataTimestamp = manifest.source.timestamp ?? ''
    return [
      region,
      id,
      state,
      formatSize(bytes),
      manifest.createdAt,
      dataTimestamp,
      formatBoundingBox(manifest.boundingBox),
    ]
  })
}

function formatBoundingBox({ south, west, north, east }: BoundingBox): string {
  return [south, west, north, east].map((degrees) => degrees.toFixed(4)).join(' ')
}
