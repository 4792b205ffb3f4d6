import type { Command } from 'commander'
import { type FetchResult, fetchDataset } from '../../maps/distribution/fetch-dataset.ts'
import { DownloadError } from '../../platform/transfer/download-failed.ts'
import { formatDuration, formatSize } from '../amounts.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { createDisplay } from '../compile-shown.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import type { ProgressDisplay } from '../progress.ts'
import { toDownloadCommandError } from './download-exit.ts'

interface FetchOptions extends CommonOptions {
  readonly from?: string
}

/**
 * Registers the command that downloads published datasets once. A server with FAIRWAY_DATASETS_URL downloads them
 * itself.
 */
export function registerFetchCommand(regions: Command): void {
  withJson(regions.command('fetch').description('download published datasets of regions from an HTTP server'))
    .argument('<region...>', 'regions that were published with `regions publish`')
    .option('--from <url>', 'URL of the published folder (FAIRWAY_DATASETS_URL)')
    .action(async (regionNames: string[], options: FetchOptions) => {
      const { dataDir, datasetsUrl } = readConfig(options, { datasetsUrl: options.from })
      if (datasetsUrl === undefined)
        throw new CommandError(
          exitCodes.usage,
          'give the URL of the published folder with --from or FAIRWAY_DATASETS_URL',
        )
      const display = createDisplay(options)
      await withDatasetErrors(dataDir, async () => {
        const results: { readonly region: string; readonly result: FetchResult }[] = []
        for (const region of regionNames) {
          results.push({ region, result: await fetchWithProgress(region, datasetsUrl, dataDir, display) })
        }
        const fields = results.map(({ region, result: { publication, wasFetched, servedDataset } }) => ({
          region,
          dataset: publication.dataset,
          fetched: wasFetched,
          served: servedDataset?.id ?? null,
        }))
        print(options, { regions: fields }, fields.map(describeFetched).join('\n'))
      })
    })
}

async function fetchWithProgress(
  region: string,
  url: string,
  dataDir: string,
  display: ProgressDisplay,
): Promise<FetchResult> {
  try {
    const result = await fetchDataset({
      url,
      region,
      dataDir,
      onRetry: (reason, pauseMs) => display.print(`${reason}; trying again in ${formatDuration(pauseMs / 1000)}`),
      onProgress: ({ stage, bytes, totalBytes }) =>
        display.report({
          stage: `${stage} ${region}`,
          fraction: bytes / Math.max(totalBytes, 1),
          note: `${formatSize(bytes)} of ${formatSize(totalBytes)}`,
        }),
    })
    display.end()
    return result
  } catch (error) {
    display.end()
    throw error instanceof DownloadError ? toDownloadCommandError(error) : error
  }
}

interface FetchedFields {
  readonly region: string
  readonly dataset: string
  readonly fetched: boolean
  readonly served: string | null
}

function describeFetched({ region, dataset, fetched, served }: FetchedFields): string {
  const download = fetched ? `Downloaded ${dataset} for ${region}` : `${region} is up to date: it has ${dataset}`
  return served === dataset
    ? download
    : `${download}; servers that use this data folder serve ${served}, which was chosen with "regions use"`
}
