import type { Command } from 'commander'
import { ModelStore } from '../../features/road/models/model-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'

export function registerRemoveCommand(models: Command): void {
  const command = models.command('remove').description('remove models')
  withJson(command.argument('<name...>', 'names as shown by: fairway models list')).action(
    async (names: string[], options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        const store = new ModelStore(dataDir)
        const existingNames = (await store.list()).map(({ name }) => name)
        // If one of the given models does not exist, no model is removed.
        const missingName = names.find((name) => !existingNames.includes(name))
        if (missingName !== undefined) {
          const availableText = existingNames.length === 0 ? 'there are none' : `available: ${existingNames.join(', ')}`
          throw new CommandError(exitCodes.notFound, `there is no model ${missingName}; ${availableText}`)
        }
        for (const name of names) await store.remove(name)
        const message = `Removed ${names.join(', ')}; servers that use this data folder will drop ${names.length === 1 ? 'it' : 'them'} within two seconds`
        print(options, { removed: names }, message)
      })
    },
  )
}
