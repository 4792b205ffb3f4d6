import type { Command } from 'commander'
import { showSource } from '../../maps/traffic/feeds/feed-source.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { type CheckedMap, describeCheck, toCheckFields } from './check-summary.ts'
import { takeOrFail } from './feed-faults.ts'

export function addCheck(traffic: Command): void {
  withJson(
    traffic
      .command('check')
      .description('report which parts of a feed match the roads of the maps, without loading it'),
  )
    .argument('<feed>', 'a file or a URL')
    .option('--region <name>', 'only the map of this region (default: all served maps)')
    .action(async (source: string, options: CommonOptions & { readonly region?: string }) => {
      const { dataDir } = readConfig(options)
      // Loaded on demand, because other commands would start more slowly otherwise.
      const [maps, { locateFeed }] = await Promise.all([import('./served-maps.ts'), import('./feed-on-map.ts')])
      await withDatasetFaults(dataDir, async () => {
        const served = await maps.listMaps({ ...options, dataDir })
        const { content } = await takeOrFail(source)
        const checked: CheckedMap[] = []
        // One map after the other, to limit memory.
        for (const dataset of served) {
          const found = locateFeed(await maps.openMap(dataset), content)
          checked.push({ region: dataset.region, dataset: dataset.id, found })
        }
        print(options, toCheckFields(content, checked), describeCheck(showSource(source), content, checked))
      })
    })
}
