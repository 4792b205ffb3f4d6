import type { Command } from 'commander'
import { redactSource } from '../../maps/traffic/feeds/feed-source.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { type CheckedMap, describeCheck, toCheckFields } from './check-summary.ts'
import { downloadOrFail } from './feed-errors.ts'

export function registerCheckCommand(traffic: Command): void {
  withJson(
    traffic
      .command('check')
      .description('report which parts of a feed match roads on the maps, without loading the feed'),
  )
    .argument('<feed>', 'a file or a URL')
    .option('--region <name>', 'check only the map of this region (default: all served maps)')
    .action(async (source: string, options: CommonOptions & { readonly region?: string }) => {
      const { dataDir } = readConfig(options)
      // The modules are loaded on demand, because other commands would otherwise start more slowly.
      const [maps, { locateFeedOnMap }] = await Promise.all([import('./served-maps.ts'), import('./feed-on-map.ts')])
      await withDatasetErrors(dataDir, async () => {
        const servedMaps = await maps.listServedMaps({ ...options, dataDir })
        const { content } = await downloadOrFail(source)
        const checkedMaps: CheckedMap[] = []
        // Maps are processed one after another to limit memory.
        for (const dataset of servedMaps) {
          const feedOnMap = locateFeedOnMap(await maps.openRoadMap(dataset), content)
          checkedMaps.push({ region: dataset.region, dataset: dataset.id, feedOnMap })
        }
        print(options, toCheckFields(content, checkedMaps), describeCheck(redactSource(source), content, checkedMaps))
      })
    })
}
