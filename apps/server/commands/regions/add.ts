import { type CompileExtract, checkRegionName } from '@fairway/dataset'
import type { Command } from 'commander'
import { print, readConfig } from '../common.ts'
import { checkExtract, compileShown, displayFor, type ThreadOptions, withThreads } from '../compile-shown.ts'
import { describeSummary, toSummaryFields } from '../compile-summary.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { CommandFailed, exitCodes } from '../exit.ts'
import type { ProgressDisplay } from '../progress.ts'
import { type Downloaded, download } from './download.ts'
import { DownloadFailed, type DownloadFailureKind } from './download-failed.ts'
import { type ExtractSource, toExtractSource } from './extract-source.ts'

interface AddOptions extends ThreadOptions {
  readonly as?: string
  readonly mirrorUrl?: string
}

export function addAdd(regions: Command, compileExtract: CompileExtract): void {
  withThreads(regions.command('add').description('download an extract, or use a local one, and compile it'))
    .argument('<what>', 'a path on the mirror such as europe/monaco, or an extract such as ./monaco.osm.pbf')
    .option('--as <region>', 'name of the region (default: the last part of the path)')
    .option(
      '--mirror-url <url>',
      'base URL of the extract mirror (FAIRWAY_MIRROR_URL, default: https://download.geofabrik.de)',
    )
    .action(async (what: string, options: AddOptions) => {
      const config = readConfig(options, { mirrorUrl: options.mirrorUrl })
      const { dataDir } = config
      const source = toExtractSource(what, config)
      await withDatasetFaults(dataDir, async () => {
        const region = toName(source, options)
        const display = displayFor(options)
        const download = await obtain(source, display)
        const job = { extract: source.file, region, dataDir, threads: options.threads }
        const summary = await compileShown(job, compileExtract, display)
        print(options, { ...toSummaryFields(summary), download }, describeSummary(summary, options))
      })
    })
}

/** Checked before anything is downloaded. */
function toName(source: ExtractSource, { as }: AddOptions): string {
  const region = as ?? source.region
  if (region === '')
    throw new CommandFailed(exitCodes.usage, `${source.file} does not contain a region name; give one with --as NAME`)
  checkRegionName(region)
  return region
}

const exitCodeOf: Readonly<Record<DownloadFailureKind, number>> = {
  'not-found': exitCodes.notFound,
  refused: exitCodes.failed,
  unreachable: exitCodes.unavailable,
  'wrong-checksum': exitCodes.failed,
  'under-way': exitCodes.refused,
}

/** Makes sure that the file exists locally. Returns null when it already did. */
async function obtain(source: ExtractSource, display: ProgressDisplay): Promise<DownloadFields | null> {
  const { file } = source
  if (source.kind === 'file') {
    await checkExtract(file)
    return null
  }
  try {
    const done = await download({ url: source.url, file, display })
    if (!done.fetched) display.say(`${file} is up to date with the mirror`)
    return { file, ...done }
  } catch (error) {
    display.end()
    if (!(error instanceof DownloadFailed)) throw error
    const hint = error.kind === 'not-found' ? '; look up the path on the mirror, such as europe/monaco' : ''
    throw new CommandFailed(exitCodeOf[error.kind], error.message + hint)
  }
}

interface DownloadFields extends Downloaded {
  readonly file: string
}
