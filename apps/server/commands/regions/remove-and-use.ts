import { DatasetStore, type StoredDataset } from '@fairway/dataset'
import type { Command } from 'commander'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'

export function registerRemoveCommand(regions: Command): void {
  const command = regions.command('remove').description('remove a region, or one of its datasets')
  withJson(command.argument('<region>'))
    .option('--dataset <id>', 'remove only this dataset')
    .action((region: string, options: CommonOptions & { dataset?: string }) =>
      withDatasetStore(options, async (store) => {
        const removedIds = await store.remove(region, options.dataset)
        const servedDataset = await store.findCurrent(region)
        const message = `Removed from ${region}: ${removedIds.join(', ')}\n${describeServed(region, servedDataset)}`
        print(options, { region, removed: removedIds, served: servedDataset?.id ?? null }, message)
      }),
    )
}

/** Argument that selects the newest dataset. No dataset can have this name. */
const NEWEST_DATASET = 'newest'

export function registerUseCommand(regions: Command): void {
  const command = regions.command('use').description('choose which dataset of a region is served')
  withJson(
    command.argument('<region>').argument('<dataset>', `dataset id, or "${NEWEST_DATASET}" to always serve the newest`),
  ).action((region: string, dataset: string, options: CommonOptions) =>
    withDatasetStore(options, async (store) => {
      const servedDataset = await store.pin(region, dataset === NEWEST_DATASET ? undefined : dataset)
      const chosenId = dataset === NEWEST_DATASET ? null : servedDataset.id
      print(options, { region, chosen: chosenId, served: servedDataset.id }, describeServed(region, servedDataset))
    }),
  )
}

function describeServed(region: string, servedDataset: StoredDataset | undefined): string {
  return servedDataset
    ? `Servers that use this data folder will serve ${servedDataset.id} for ${region} within two seconds`
    : `Servers that use this data folder will stop serving ${region} within two seconds`
}

async function withDatasetStore(options: CommonOptions, work: (store: DatasetStore) => Promise<void>): Promise<void> {
  const { dataDir } = readConfig(options)
  await withDatasetErrors(dataDir, () => work(new DatasetStore(dataDir)))
}
