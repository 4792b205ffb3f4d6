import { availableParallelism } from 'node:os'
import {
  type CompiledSummary,
  type CompileExtract,
  type CompileProgress,
  type CompileRegionOptions,
  compileRegion,
  detectExtractFormat,
  UnreadableExtract,
} from '@fairway/dataset'
import { type Command, InvalidArgumentError } from 'commander'
import { version } from '../platform/version.ts'
import { type CommonOptions, withJson } from './common.ts'
import { CommandError, exitCodes } from './exit.ts'
import { createProgressDisplay, noProgressDisplay, type ProgressDisplay } from './progress.ts'

/** Options and output that `compile` and `regions add` share. */

export interface ThreadOptions extends CommonOptions {
  readonly threads?: number
}

export function withThreads(command: Command): Command {
  // The option has no default, because the reference page must not depend on the machine that generates it.
  return withJson(command).option(
    '--threads <n>',
    'number of compile threads (default: the number of cores)',
    parseThreadCount,
  )
}

/** Adds the `--keep-extract` option, for commands that create a dataset. */
export function withKeepExtract(command: Command): Command {
  return command.option('--keep-extract', 'keep the extract in the dataset, so that `regions update` can apply changes')
}

function parseThreadCount(input: string): number {
  const value = Number(input)
  if (/^\d+$/.test(input) && value >= 1 && value <= 256) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 256.')
}

export function createDisplay(options: CommonOptions): ProgressDisplay {
  return options.json ? noProgressDisplay : createProgressDisplay()
}

/** Checks that the extracts exist before any other work, because a mistyped path is the most common mistake. */
export async function checkExtracts(extracts: readonly string[]): Promise<void> {
  try {
    for (const extract of extracts) await detectExtractFormat(extract)
  } catch (error) {
    if (error instanceof UnreadableExtract) throw new CommandError(exitCodes.usage, error.message)
    throw error
  }
}

type CompileJob = Omit<CompileRegionOptions, 'threads' | 'onProgress'> & { readonly threads: number | undefined }

export async function compileWithProgress(
  { threads = availableParallelism(), ...job }: CompileJob,
  compileExtract: CompileExtract,
  display: ProgressDisplay,
): Promise<CompiledSummary> {
  try {
    const onProgress = (progress: CompileProgress) => display.report(progress)
    return await compileRegion({ ...job, program: version, threads, onProgress }, compileExtract)
  } finally {
    display.end()
  }
}
