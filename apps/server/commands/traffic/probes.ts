import type { Command } from 'commander'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { displayFor } from '../compile-shown.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { checkFeedName } from './feed-faults.ts'
import { describeLearned, toLearnedFields } from './probes-summary.ts'

export interface ProbesOptions extends CommonOptions {
  readonly region?: string
  readonly liveName?: string
  /** `--no-typical`, `--no-live`. */
  readonly typical: boolean
  readonly live: boolean
}

export function addProbes(traffic: Command): void {
  withJson(traffic.command('probes').description('learn how fast roads are from positions of vehicles'))
    .argument('<tracks>', 'a CSV file with columns such as vehicle, time, lat, lon; may be packed with gzip')
    .option('--region <name>', 'the map they drove on (default: the one on which most of the positions are)')
    .option('--live-name <name>', 'the feed with the speeds of now (default: probes-REGION)')
    .option('--no-live', 'only learn typical speeds, load none of now')
    .option(
      '--no-typical',
      'only load speeds of now, learn no typical ones (a file that is learned twice counts twice)',
    )
    .action(async (tracks: string, options: ProbesOptions) => {
      const { dataDir } = readConfig(options)
      if (options.liveName !== undefined) checkFeedName(options.liveName)
      // Loaded on demand, because other commands would start more slowly otherwise.
      const { learnFromProbes } = await import('./learn-from-probes.ts')
      const display = displayFor(options)
      await withDatasetFaults(dataDir, async () => {
        try {
          const learned = await learnFromProbes({ ...options, tracks, dataDir }, display)
          display.end()
          print(options, toLearnedFields(learned), describeLearned(learned).join('\n'))
        } finally {
          display.end()
        }
      })
    })
}
