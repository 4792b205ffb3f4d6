import { DatasetStore } from '@fairway/dataset'
import type { Command } from 'commander'
import { publishDataset } from '../../maps/distribution/publish-dataset.ts'
import { formatSize } from '../amounts.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { createDisplay } from '../compile-shown.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { withUserUmask } from '../private-umask.ts'

interface PublishOptions extends CommonOptions {
  readonly to: string
}

export function registerPublishCommand(regions: Command): void {
  withJson(
    regions.command('publish').description('copy served datasets to a folder from which other servers download them'),
  )
    .argument('<region...>')
    .requiredOption('--to <folder>', 'folder of a web server, or a folder to synchronize with an object store')
    .action(async (regionNames: string[], options: PublishOptions) => {
      const { dataDir } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        const store = new DatasetStore(dataDir)
        const published: { region: string; dataset: string; copied: boolean }[] = []
        for (const region of regionNames) published.push(await publishRegion(store, region, options))
        const lines = published.map(({ region, dataset, copied }) =>
          copied ? `Published ${dataset} of ${region}` : `${dataset} of ${region} was already published`,
        )
        print(options, { folder: options.to, regions: published }, lines.join('\n'))
      })
    })
}

async function publishRegion(store: DatasetStore, region: string, options: PublishOptions) {
  const dataset = await store.findCurrent(region)
  if (!dataset) {
    const names = [...(await store.listCurrent()).keys()].join(', ') || 'none yet'
    throw new CommandError(exitCodes.notFound, `there is no dataset of ${region} to publish; available: ${names}`)
  }
  const display = createDisplay(options)
  const { bytes: totalBytes, id } = dataset
  const onBytes = (bytes: number) =>
    display.report({
      stage: `copying ${region}`,
      fraction: bytes / totalBytes,
      note: `${formatSize(bytes)} of ${formatSize(totalBytes)}`,
    })
  const copy = () => publishDataset(dataset, options.to, onBytes)
  const result = await withUserUmask(copy).finally(() => display.end())
  if ('damagedFile' in result)
    throw new CommandError(
      exitCodes.failed,
      `${result.damagedFile} is damaged: its SHA-256 is not the one in manifest.json; compile the region again`,
    )
  return { region, dataset: id, copied: result.copied }
}
