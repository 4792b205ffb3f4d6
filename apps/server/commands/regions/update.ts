import { join } from 'node:path'
import {
  type CompileExtract,
  DatasetStore,
  EXTRACT_FILE,
  type ReplicationState,
  type StoredDataset,
} from '@fairway/dataset'
import type { Command } from 'commander'
import { print, readConfig } from '../common.ts'
import { compileWithProgress, createDisplay, type ThreadOptions, withThreads } from '../compile-shown.ts'
import { describeSummary, toSummaryFields } from '../compile-summary.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import type { ProgressDisplay } from '../progress.ts'
import { ChangeServer } from './change-server.ts'

interface UpdateOptions extends ThreadOptions {
  readonly changes?: readonly string[]
  readonly from?: string
  readonly sequence?: string
}

export function registerUpdateCommand(regions: Command, compileExtract: CompileExtract): void {
  withThreads(regions.command('update').description('apply published OpenStreetMap changes to a region and compile it'))
    .argument('<region>', 'a region that was added with --keep-extract')
    .option(
      '--changes <file...>',
      'apply these change files (.osc, .osc.gz), listed oldest first, instead of the published ones',
    )
    .option('--from <url>', 'URL or folder of the published changes (default: taken from the extract)')
    .option('--sequence <number>', 'number of the last change in the extract (default: taken from the extract)')
    .action(async (region: string, options: UpdateOptions) => {
      const { dataDir } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        const store = new DatasetStore(dataDir)
        const dataset = await getUpdatable(store, region)
        const display = createDisplay(options)
        await store.withWorkFolder(async (folder) => {
          const changes = await collectChanges(dataset, options, folder, display)
          if (changes.files.length === 0) return printUpToDate(region, dataset, changes.replication, options)
          const summary = await compileWithProgress(
            {
              extract: [join(dataset.folder, EXTRACT_FILE)],
              changes: changes.files,
              keepExtract: true,
              replication: changes.replication,
              changedAt: changes.changedAt,
              sourceName: toSourceName(dataset),
              region,
              dataDir,
              threads: options.threads,
            },
            compileExtract,
            display,
          )
          const fields = { ...toSummaryFields(summary), applied: changes.files.length, sequences: changes.replication }
          print(options, fields, describeSummary(summary, options))
        })
      })
    })
}

async function getUpdatable(store: DatasetStore, region: string): Promise<StoredDataset> {
  const regions = await store.listRegions()
  const datasets = regions.find((storedRegion) => storedRegion.region === region)?.datasets ?? []
  const [newestDataset] = datasets
  if (!newestDataset) {
    const names = regions.map((storedRegion) => storedRegion.region).join(', ') || 'none yet'
    throw new CommandError(exitCodes.notFound, `there is no region ${region}; available: ${names}`)
  }
  if (newestDataset.manifest.files[EXTRACT_FILE]) return newestDataset
  throw new CommandError(
    exitCodes.refused,
    `the dataset of ${region} has no extract to apply changes to; compile it once with --keep-extract`,
  )
}

interface CollectedChanges {
  readonly files: readonly string[]
  readonly replication: readonly ReplicationState[]
  /** Time up to which the changes are complete. Undefined for files that the user passed. */
  readonly changedAt?: string
}

async function collectChanges(
  { region, manifest }: StoredDataset,
  { changes, from, sequence }: UpdateOptions,
  folder: string,
  display: ProgressDisplay,
): Promise<CollectedChanges> {
  const knownStates = manifest.source.replication ?? []
  if (changes) return { files: changes, replication: knownStates }
  const files: string[] = []
  const replication: ReplicationState[] = []
  const times: string[] = []
  for (const state of toStates(region, knownStates, from, sequence)) {
    const server = new ChangeServer(state.url, display)
    const publishedState = await server.readState()
    if (publishedState.sequence < state.sequence) {
      throw new CommandError(
        exitCodes.refused,
        `${state.url} is at change ${publishedState.sequence}, but ${region} already contains ${state.sequence}; check --from`,
      )
    }
    for (let next = state.sequence + 1; next <= publishedState.sequence; next++) {
      files.push(await server.fetchChange(next, join(folder, `${replication.length}-${next}.osc.gz`)))
    }
    replication.push({ url: state.url, sequence: publishedState.sequence })
    times.push(new Date(publishedState.timestamp).toISOString())
  }
  const [changedAt] = times.sort()
  return { files, replication, ...(changedAt !== undefined && { changedAt }) }
}

function toStates(
  region: string,
  knownStates: readonly ReplicationState[],
  from: string | undefined,
  sequence: string | undefined,
): readonly ReplicationState[] {
  if (from === undefined && sequence === undefined && knownStates.length > 0) return knownStates
  const [first, ...otherStates] = knownStates
  if (otherStates.length > 0)
    throw new CommandError(
      exitCodes.usage,
      `${region} has ${knownStates.length} change sources; --from and --sequence work only with a single source`,
    )
  const url = from?.replace(/\/+$/, '') ?? first?.url
  if (url === undefined)
    throw new CommandError(
      exitCodes.usage,
      `the extract of ${region} does not name a change source; give --from URL and --sequence N, or --changes FILE`,
    )
  const number = sequence === undefined ? first?.sequence : Number(sequence)
  if (number === undefined)
    throw new CommandError(
      exitCodes.usage,
      `the extract of ${region} does not say which changes it contains; give the number of the last one with --sequence N`,
    )
  if (!Number.isSafeInteger(number) || number < 0)
    throw new CommandError(exitCodes.usage, `--sequence is ${sequence}; it must be a whole number, 0 or greater`)
  return [{ url, sequence: number }]
}

/** Returns the source name with the suffix ` with changes`, which is added only once. */
function toSourceName({ manifest }: StoredDataset): string {
  return manifest.source.file.replace(/ with changes$/, '').concat(' with changes')
}

function printUpToDate(
  region: string,
  { id }: StoredDataset,
  sequences: readonly ReplicationState[],
  options: UpdateOptions,
): void {
  const list = sequences.map(({ url, sequence }) => `change ${sequence} of ${url}`).join(', ')
  print(options, { region, dataset: id, applied: 0, sequences }, `${region} is up to date: it contains ${list}`)
}
