import { type CompileExtract, checkRegionName } from '@fairway/dataset'
import type { Command } from 'commander'
import { DownloadError } from '../../platform/transfer/download-failed.ts'
import { print, readConfig } from '../common.ts'
import {
  checkExtracts,
  compileWithProgress,
  createDisplay,
  type ThreadOptions,
  withKeepExtract,
  withThreads,
} from '../compile-shown.ts'
import { describeSummary, toSummaryFields } from '../compile-summary.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import type { ProgressDisplay } from '../progress.ts'
import { download } from './download.ts'
import { toDownloadCommandError } from './download-exit.ts'
import { type ExtractSource, parseExtractSource } from './extract-source.ts'

interface AddOptions extends ThreadOptions {
  readonly as?: string
  readonly mirrorUrl?: string
  readonly keepExtract?: boolean
}

export function registerAddCommand(regions: Command, compileExtract: CompileExtract): void {
  const command = regions.command('add').description('download an extract, or use a local one, and compile it')
  withKeepExtract(withThreads(command))
    .argument(
      '<what...>',
      'paths on the mirror such as europe/monaco, or extracts such as ./monaco.osm.pbf; several are merged into one map',
    )
    .option('--as <region>', 'name of the region (default: the last part of the path); required for several extracts')
    .option(
      '--mirror-url <url>',
      'base URL of the extract mirror (FAIRWAY_MIRROR_URL, default: https://download.geofabrik.de)',
    )
    .action(async (references: string[], options: AddOptions) => {
      const config = readConfig(options, { mirrorUrl: options.mirrorUrl })
      const { dataDir } = config
      const sources = references.map((reference) => parseExtractSource(reference, config))
      await withDatasetErrors(dataDir, async () => {
        const region = toRegionName(sources, options)
        const display = createDisplay(options)
        const downloads: (DownloadFields | null)[] = []
        for (const source of sources) downloads.push(await downloadIfNeeded(source, display))
        const { threads, keepExtract = false } = options
        const job = { extract: sources.map(({ file }) => file), keepExtract, region, dataDir, threads }
        const summary = await compileWithProgress(job, compileExtract, display)
        const [download] = downloads
        const fields = { ...toSummaryFields(summary), ...(downloads.length > 1 ? { downloads } : { download }) }
        print(options, fields, describeSummary(summary, options))
      })
    })
}

/** Returns the name of the region, and checks it before the download. */
function toRegionName(sources: readonly ExtractSource[], { as }: AddOptions): string {
  if (as === undefined && sources.length > 1)
    throw new CommandError(exitCodes.usage, `${sources.length} extracts make one region; name it with --as NAME`)
  const region = as ?? sources[0]?.region ?? ''
  if (region === '')
    throw new CommandError(
      exitCodes.usage,
      `${sources[0]?.file} does not contain a region name; give one with --as NAME`,
    )
  checkRegionName(region)
  return region
}

/** Downloads an extract from the mirror. Returns null for a local file, which only has to exist. */
async function downloadIfNeeded(source: ExtractSource, display: ProgressDisplay): Promise<DownloadFields | null> {
  const { file } = source
  if (source.kind === 'file') {
    await checkExtracts([file])
    return null
  }
  try {
    const { wasVerified, wasFetched } = await download({ url: source.url, file, display })
    if (!wasFetched) display.print(`${file} is up to date with the mirror`)
    return { file, verified: wasVerified, fetched: wasFetched }
  } catch (error) {
    display.end()
    if (!(error instanceof DownloadError)) throw error
    const hint = error.kind === 'not-found' ? '; look up the path on the mirror, such as europe/monaco' : ''
    throw toDownloadCommandError(error, hint)
  }
}

/** Fields of the JSON output. */
interface DownloadFields {
  readonly file: string
  readonly verified: boolean
  readonly fetched: boolean
}
