import type { Command } from 'commander'
import { ZoneShelf } from '../../features/air/runtime/zone-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { CommandFailed, exitCodes } from '../exit.ts'

export function addRemove(zones: Command): void {
  const command = zones.command('remove').description('remove zone files; removes all of them or none')
  withJson(command.argument('<name...>', 'names as shown by: fairway zones list')).action(
    async (names: string[], options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      await withDatasetFaults(dataDir, async () => {
        const shelf = new ZoneShelf(dataDir)
        const known = [...new Set((await shelf.list()).map(({ name }) => name))]
        const missing = names.find((name) => !known.includes(name))
        if (missing !== undefined) {
          const there = known.length === 0 ? 'there are none' : `available: ${known.join(', ')}`
          throw new CommandFailed(exitCodes.notFound, `there is no zone file ${missing}; ${there}`)
        }
        for (const name of names) await shelf.remove(name)
        const text = `Removed ${names.join(', ')}; servers on this data folder drop ${names.length === 1 ? 'it' : 'them'} within a second`
        print(options, { removed: names }, text)
      })
    },
  )
}
