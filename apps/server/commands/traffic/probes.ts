import type { Command } from 'commander'
import { print, readConfig, withJson } from '../common.ts'
import { createDisplay } from '../compile-shown.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { checkFeedName } from './feed-errors.ts'
import type { ProbesOptions } from './learn-from-probes.ts'
import { describeResult, toResultFields } from './probes-summary.ts'

export function registerProbesCommand(traffic: Command): void {
  withJson(traffic.command('probes').description('learn road speeds from vehicle positions'))
    .argument('<tracks>', 'a CSV file with columns such as vehicle, time, lat, lon; may be compressed with gzip')
    .option(
      '--region <name>',
      'region in which the vehicles drove (default: the map that contains most of the positions)',
    )
    .option('--live-name <name>', 'name of the feed with the current speeds (default: probes-REGION)')
    .option('--no-live', 'only learn typical speeds; do not load current speeds')
    .option(
      '--no-typical',
      'only load current speeds; do not learn typical speeds (learning from the same file again would count it twice)',
    )
    .action(async (tracks: string, options: ProbesOptions) => {
      const { dataDir } = readConfig(options)
      if (options.liveName !== undefined) checkFeedName(options.liveName)
      // The module is loaded on demand, because other commands would otherwise start more slowly.
      const { learnFromProbes } = await import('./learn-from-probes.ts')
      const display = createDisplay(options)
      await withDatasetErrors(dataDir, async () => {
        try {
          const learningResult = await learnFromProbes({ ...options, tracks, dataDir }, display)
          display.end()
          print(options, toResultFields(learningResult), describeResult(learningResult).join('\n'))
        } finally {
          display.end()
        }
      })
    })
}
