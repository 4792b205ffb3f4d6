import type { Command } from 'commander'
import { FeedShelf } from '../../maps/traffic/store/feed-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { CommandFailed, exitCodes } from '../exit.ts'
import { checkFeedName } from './feed-faults.ts'

export function addUnload(traffic: Command): void {
  const command = traffic.command('unload').description('unload a feed')
  withJson(command.argument('<name>', 'name as shown by: fairway traffic list')).action(
    async (name: string, options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      checkFeedName(name)
      await withDatasetFaults(dataDir, async () => {
        const shelf = new FeedShelf(dataDir)
        if (!(await shelf.remove(name))) throw await noSuchFeed(shelf, name, dataDir)
        print(options, { unloaded: name }, `Unloaded ${name}; servers on this data folder drop it within a second`)
      })
    },
  )
}

async function noSuchFeed(shelf: FeedShelf, name: string, dataDir: string): Promise<CommandFailed> {
  const names = (await shelf.list()).map((feed) => feed.name)
  const known = names.length === 0 ? 'none is loaded' : `available: ${names.join(', ')}`
  return new CommandFailed(exitCodes.notFound, `no feed ${name} is loaded in ${dataDir}; ${known}`)
}
