import { TerrainStore } from '@fairway/dataset'
import type { Command } from 'commander'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'

export function registerRemoveCommand(terrain: Command): void {
  const command = terrain.command('remove').description('remove elevation tiles; compiled maps keep their heights')
  withJson(command.argument('<name...>', 'names as shown by: fairway terrain list')).action(
    async (names: string[], options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        const store = new TerrainStore(dataDir)
        const existingNames = await store.listNames()
        // If one of the given tiles does not exist, no tile is removed.
        const missingName = names.find((name) => !existingNames.includes(name))
        if (missingName !== undefined) {
          const availableText = existingNames.length === 0 ? 'there are none' : `available: ${existingNames.join(', ')}`
          throw new CommandError(exitCodes.notFound, `there is no tile ${missingName}; ${availableText}`)
        }
        for (const name of names) await store.remove(name)
        const message = `Removed ${names.join(', ')}; servers that use this data folder will drop ${names.length === 1 ? 'it' : 'them'} within a second`
        print(options, { removed: names }, message)
      })
    },
  )
}
