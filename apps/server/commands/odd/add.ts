import { InvalidOddError, type ParsedDomain, readOddSource } from '@fairway/dataset'
import type { Command } from 'commander'
import { OddStore } from '../../features/road/av/domains/odd-store.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { domainColumns, toDomainFields, toDomainRow } from './describe.ts'

export function registerAddCommand(odd: Command): void {
  withJson(
    odd
      .command('add')
      .description('add domains, replacing those with the same id; either all of them are added or none'),
  )
    .argument(
      '<source>',
      'a document, a folder of documents, or a folder of service areas (events.csv and geometries/)',
    )
    .action(async (source: string, options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      const readDomains = await readDomainsOrFail(source)
      await withDatasetErrors(dataDir, async () => {
        const store = new OddStore(dataDir)
        const existingIds = new Set((await store.list()).map(({ id }) => id))
        for (const { json } of readDomains) await store.put(json)
        const documents = readDomains.map(({ document }) => document)
        const replacedIds = documents.filter(({ id }) => existingIds.has(id)).map(({ id }) => id)
        const fields = {
          added: documents.map((document) => toDomainFields(document, Date.now())),
          replaced: replacedIds,
        }
        const rows = documents.map((document) => toDomainRow(document, Date.now()))
        const countText = `${readDomains.length} ${readDomains.length === 1 ? 'domain' : 'domains'}`
        const message = `Added ${countText}${replacedIds.length > 0 ? `, replacing ${replacedIds.length} that already existed` : ''}; servers that use this data folder will load ${readDomains.length === 1 ? 'it' : 'them'} within two seconds`
        print(options, fields, `${formatTable([domainColumns, ...rows])}\n\n${message}`)
      })
    })
}

async function readDomainsOrFail(source: string): Promise<ParsedDomain[]> {
  try {
    return await readOddSource(source)
  } catch (error) {
    if (!(error instanceof InvalidOddError)) throw error
    throw new CommandError(exitCodes.failed, `nothing was added: ${error.message}`)
  }
}
