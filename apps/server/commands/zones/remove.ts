import type { Command } from 'commander'
import { ZoneStore } from '../../features/air/runtime/zone-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'

export function registerRemoveCommand(zones: Command): void {
  const command = zones.command('remove').description('remove zone files; either all of them are removed or none')
  withJson(command.argument('<name...>', 'names as shown by: fairway zones list')).action(
    async (names: string[], options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        const store = new ZoneStore(dataDir)
        const existingNames = [...new Set((await store.list()).map(({ name }) => name))]
        const missingName = names.find((name) => !existingNames.includes(name))
        if (missingName !== undefined) {
          const availableText = existingNames.length === 0 ? 'there are none' : `available: ${existingNames.join(', ')}`
          throw new CommandError(exitCodes.notFound, `there is no zone file ${missingName}; ${availableText}`)
        }
        for (const name of names) await store.remove(name)
        const message = `Removed ${names.join(', ')}; servers that use this data folder will drop ${names.length === 1 ? 'it' : 'them'} within a second`
        print(options, { removed: names }, message)
      })
    },
  )
}
