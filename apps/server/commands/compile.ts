import { type CompileExtract, checkRegionName } from '@fairway/dataset'
import type { Command } from 'commander'
import { print, readConfig } from './common.ts'
import { checkExtracts, compileWithProgress, createDisplay, type ThreadOptions, withThreads } from './compile-shown.ts'
import { describeSummary, toSummaryFields } from './compile-summary.ts'
import { withDatasetErrors } from './dataset-errors.ts'

export function registerCompileCommand(program: Command, compileExtract: CompileExtract): void {
  withThreads(program.command('compile').description('compile an OpenStreetMap extract into a dataset and publish it'))
    .argument('<extract...>', 'an OpenStreetMap extract such as porto.osm.pbf, or several that are merged into one map')
    .requiredOption('--region <name>', 'name of the region, such as porto')
    .action(async (extract: string[], options: ThreadOptions & { region: string }) => {
      const { dataDir } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        checkRegionName(options.region)
        await checkExtracts(extract)
        const job = { extract, region: options.region, dataDir, threads: options.threads }
        const summary = await compileWithProgress(job, compileExtract, createDisplay(options))
        print(options, toSummaryFields(summary), describeSummary(summary, options))
      })
    })
}
