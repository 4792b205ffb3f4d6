import { type BoundingBox, DatasetStore, findServed, type RegionShelf } from '@fairway/dataset'
import type { Command } from 'commander'
import { toSize } from '../amounts.ts'
import { type CommonOptions, print, readConfig, table, withJson } from '../common.ts'
import { toDatasetFields } from '../compile-summary.ts'
import { withDatasetFaults } from '../dataset-faults.ts'

export function addList(regions: Command): void {
  const command = withJson(regions.command('list').description('list regions and their datasets'))
  command.action(async (options: CommonOptions) => {
    const { dataDir } = readConfig(options)
    await withDatasetFaults(dataDir, async () => {
      const shelves = await new DatasetStore(dataDir).listRegions()
      print(options, { regions: shelves.map(toRegionFields) }, describe(shelves, dataDir))
    })
  })
}

function toRegionFields(shelf: RegionShelf) {
  const { region, datasets, unusable, pinned } = shelf
  return {
    region,
    chosen: pinned ?? null,
    datasets: datasets.map((dataset) => toDatasetFields(dataset, findServed(shelf))),
    unusable: unusable.map(({ id, folder, why }) => ({ dataset: id, folder, why })),
  }
}

const COLUMNS = ['REGION', 'DATASET', 'SERVED', 'SIZE', 'CREATED', 'DATA UNTIL', 'SOUTH WEST NORTH EAST']

function describe(shelves: readonly RegionShelf[], dataDir: string): string {
  if (shelves.length === 0) return `There are no regions in ${dataDir}; add one with: fairway regions add europe/monaco`
  const faults = shelves.flatMap(({ unusable }) => unusable.map(({ why }) => `Not usable: ${why}`))
  const text = table([COLUMNS, ...shelves.flatMap(toRows)])
  return faults.length === 0 ? text : `${text}\n\n${faults.join('\n')}`
}

function toRows(shelf: RegionShelf): string[][] {
  const served = findServed(shelf)
  return shelf.datasets.map((dataset) => {
    const { region, id, bytes, manifest } = dataset
    const state = dataset !== served ? '' : id === shelf.pinned ? 'chosen' : 'newest'
    const until = manifest.source.timestamp ?? ''
    return [region, id, state, toSize(bytes), manifest.createdAt, until, toText(manifest.boundingBox)]
  })
}

function toText({ south, west, north, east }: BoundingBox): string {
  return [south, west, north, east].map((degrees) => degrees.toFixed(4)).join(' ')
}
