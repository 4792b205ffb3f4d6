import { montevideoSample, readDocument } from '@fairway/dataset'
import type { Command } from 'commander'
import { OddStore } from '../../features/road/av/domains/odd-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'

export function registerRemoveCommand(odd: Command): void {
  const command = odd.command('remove').description('remove domains')
  withJson(command.argument('<id...>', 'ids as shown by: fairway odd list')).action(
    async (ids: string[], options: CommonOptions) => {
      const { dataDir, samples } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        const store = new OddStore(dataDir)
        const existingIds = (await store.list()).map(({ id }) => id)
        const missingId = ids.find((id) => !existingIds.includes(id))
        if (missingId !== undefined) throw toMissingDomainError(missingId, existingIds, samples)
        for (const id of ids) await store.remove(id)
        const message = `Removed ${ids.join(', ')}; servers that use this data folder will drop ${ids.length === 1 ? 'it' : 'them'} within two seconds`
        print(options, { removed: ids }, message)
      })
    },
  )
}

/** Creates the error for a missing domain. If one of the given domains does not exist, no domain is removed. */
function toMissingDomainError(id: string, existingIds: readonly string[], hasSamples: boolean): CommandError {
  if (hasSamples && id === readDocument(montevideoSample()).id) {
    const advice = 'it is built in; disable it with FAIRWAY_SAMPLES=false'
    return new CommandError(exitCodes.refused, `${id} cannot be removed: ${advice}`)
  }
  const availableText = existingIds.length === 0 ? 'there are none' : `available: ${existingIds.join(', ')}`
  return new CommandError(exitCodes.notFound, `there is no domain ${id}; ${availableText}`)
}
