import type { Command } from 'commander'
import { FeedStore } from '../../maps/traffic/store/feed-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { checkFeedName } from './feed-errors.ts'

export function registerUnloadCommand(traffic: Command): void {
  const command = traffic.command('unload').description('unload a feed')
  withJson(command.argument('<name>', 'name as shown by: fairway traffic list')).action(
    async (name: string, options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      checkFeedName(name)
      await withDatasetErrors(dataDir, async () => {
        const store = new FeedStore(dataDir)
        if (!(await store.remove(name))) throw await toMissingFeedError(store, name, dataDir)
        const message = `Unloaded ${name}; servers that use this data folder will drop it within a second`
        print(options, { unloaded: name }, message)
      })
    },
  )
}

async function toMissingFeedError(store: FeedStore, name: string, dataDir: string): Promise<CommandError> {
  const names = (await store.list()).map((feed) => feed.name)
  const availableText = names.length === 0 ? 'none is loaded' : `available: ${names.join(', ')}`
  return new CommandError(exitCodes.notFound, `no feed ${name} is loaded in ${dataDir}; ${availableText}`)
}
