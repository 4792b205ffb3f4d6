import { montevideoSample, readDocument } from '@fairway/dataset'
import type { Command } from 'commander'
import { OddShelf } from '../../features/road/av/domains/odd-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { CommandFailed, exitCodes } from '../exit.ts'

export function addRemove(odd: Command): void {
  const command = odd.command('remove').description('remove domains')
  withJson(command.argument('<id...>', 'ids as shown by: fairway odd list')).action(
    async (ids: string[], options: CommonOptions) => {
      const { dataDir, sampleOdd } = readConfig(options)
      await withDatasetFaults(dataDir, async () => {
        const shelf = new OddShelf(dataDir)
        const known = (await shelf.list()).map(({ id }) => id)
        const missing = ids.find((id) => !known.includes(id))
        if (missing !== undefined) throw noSuch(missing, known, sampleOdd)
        for (const id of ids) await shelf.remove(id)
        const text = `Removed ${ids.join(', ')}; servers on this data folder drop ${ids.length === 1 ? 'it' : 'them'} within two seconds`
        print(options, { removed: ids }, text)
      })
    },
  )
}

/** If one of them does not exist, nothing is removed. */
function noSuch(id: string, known: readonly string[], sampleOdd: boolean): CommandFailed {
  if (sampleOdd && id === readDocument(montevideoSample()).id) {
    const advice = 'it is built in; disable it with FAIRWAY_SAMPLE_ODD=false'
    return new CommandFailed(exitCodes.refused, `${id} cannot be removed: ${advice}`)
  }
  const there = known.length === 0 ? 'there are none' : `available: ${known.join(', ')}`
  return new CommandFailed(exitCodes.notFound, `there is no domain ${id}; ${there}`)
}
