import { OddRefused, type ReadDomain, readOddSource } from '@fairway/dataset'
import type { Command } from 'commander'
import { OddShelf } from '../../features/road/av/domains/odd-store.ts'
import { type CommonOptions, print, readConfig, table, withJson } from '../common.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { CommandFailed, exitCodes } from '../exit.ts'
import { columns, toFields, toRow } from './describe.ts'

export function addAdd(odd: Command): void {
  withJson(odd.command('add').description('add domains, replacing those with the same id; adds all of them or none'))
    .argument(
      '<source>',
      'a document, a folder of documents, or a folder of service areas (events.csv and geometries/)',
    )
    .action(async (source: string, options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      const found = await readOrFail(source)
      await withDatasetFaults(dataDir, async () => {
        const shelf = new OddShelf(dataDir)
        const before = new Set((await shelf.list()).map(({ id }) => id))
        for (const { json } of found) await shelf.put(json)
        const documents = found.map(({ document }) => document)
        const replaced = documents.filter(({ id }) => before.has(id)).map(({ id }) => id)
        const fields = { added: documents.map((document) => toFields(document, Date.now())), replaced }
        const rows = documents.map((document) => toRow(document, Date.now()))
        const count = `${found.length} ${found.length === 1 ? 'domain' : 'domains'}`
        const text = `Added ${count}${replaced.length > 0 ? `, ${replaced.length} of them replaced` : ''}; servers on this data folder load them within two seconds`
        print(options, fields, `${table([columns, ...rows])}\n\n${text}`)
      })
    })
}

async function readOrFail(source: string): Promise<ReadDomain[]> {
  try {
    return await readOddSource(source)
  } catch (error) {
    if (!(error instanceof OddRefused)) throw error
    throw new CommandFailed(exitCodes.failed, `nothing was added: ${error.message}`)
  }
}
