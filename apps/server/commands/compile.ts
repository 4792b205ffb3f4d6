import { type CompileExtract, checkRegionName } from '@fairway/dataset'
import type { Command } from 'commander'
import { print, readConfig } from './common.ts'
import {
  checkExtracts,
  compileWithProgress,
  createDisplay,
  type ThreadOptions,
  withKeepExtract,
  withThreads,
} from './compile-shown.ts'
import { describeSummary, toSummaryFields } from './compile-summary.ts'
import { withDatasetErrors } from './dataset-errors.ts'

interface CompileOptions extends ThreadOptions {
  readonly region: string
  readonly changes?: readonly string[]
  readonly keepExtract?: boolean
}

export function registerCompileCommand(program: Command, compileExtract: CompileExtract): void {
  const command = program.command('compile')
  withKeepExtract(withThreads(command.description('compile an OpenStreetMap extract into a dataset and publish it')))
    .argument('<extract...>', 'an OpenStreetMap extract such as porto.osm.pbf, or several to merge into one map')
    .requiredOption('--region <name>', 'name of the region, such as porto')
    .option('--changes <file...>', 'change files (.osc, .osc.gz), listed oldest first, to apply to the extract')
    .action(async (extract: string[], options: CompileOptions) => {
      const { dataDir } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        checkRegionName(options.region)
        await checkExtracts([...extract, ...(options.changes ?? [])])
        const { region, changes = [], keepExtract = false, threads } = options
        const job = { extract, changes, keepExtract, region, dataDir, threads }
        const summary = await compileWithProgress(job, compileExtract, createDisplay(options))
        print(options, toSummaryFields(summary), describeSummary(summary, options))
      })
    })
}
