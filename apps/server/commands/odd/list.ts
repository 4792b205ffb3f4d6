import { montevideoSample, readDocument } from '@fairway/dataset'
import type { Command } from 'commander'
import { OddStore, type StoredOdd } from '../../features/road/av/domains/odd-store.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { domainColumns, toDomainFields, toDomainRow } from './describe.ts'

export function registerListCommand(odd: Command): void {
  withJson(odd.command('list').description('list domains')).action(async (options: CommonOptions) => {
    const { dataDir, sampleOdd } = readConfig(options)
    await withDatasetErrors(dataDir, async () => {
      const shelved = await new OddStore(dataDir).list()
      const documents = shelved.flatMap(({ document }) => (document ? [document] : []))
      const sample = sampleOdd ? readDocument(montevideoSample()) : undefined
      if (sample && !documents.some(({ id }) => id === sample.id)) documents.push(sample)
      const unusable = shelved.filter(({ error }) => error !== undefined)
      const fields = {
        domains: documents.map((document) => toDomainFields(document, Date.now())),
        unusable: unusable.map(({ id, error }) => ({ id, why: error })),
      }
      const rows = documents.map((document) => toDomainRow(document, Date.now()))
      print(options, fields, describeList(rows, unusable))
    })
  })
}

function describeList(rows: readonly string[][], unusable: readonly StoredOdd[]): string {
  const text =
    rows.length === 0
      ? 'There are no domains; add one with: fairway odd add <file>'
      : formatTable([domainColumns, ...rows])
  return [text, ...unusable.map(({ id, error }) => `Not usable: ${id}: ${error}`)].join('\n')
}
