import { montevideoSample, readDocument } from '@fairway/dataset'
import type { Command } from 'commander'
import { OddStore, type StoredOdd } from '../../features/road/av/domains/odd-store.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { domainColumns, toDomainFields, toDomainRow } from './describe.ts'

export function registerListCommand(odd: Command): void {
  withJson(odd.command('list').description('list domains')).action(async (options: CommonOptions) => {
    const { dataDir, samples } = readConfig(options)
    await withDatasetErrors(dataDir, async () => {
      const storedDocuments = await new OddStore(dataDir).list()
      const documents = storedDocuments.flatMap(({ document }) => (document ? [document] : []))
      const sampleDocument = samples ? readDocument(montevideoSample()) : undefined
      if (sampleDocument && !documents.some(({ id }) => id === sampleDocument.id)) documents.push(sampleDocument)
      const unusableDocuments = storedDocuments.filter(({ error }) => error !== undefined)
      const fields = {
        domains: documents.map((document) => toDomainFields(document, Date.now())),
        unusable: unusableDocuments.map(({ id, error }) => ({ id, why: error })),
      }
      const rows = documents.map((document) => toDomainRow(document, Date.now()))
      print(options, fields, describeList(rows, unusableDocuments))
    })
  })
}

function describeList(rows: readonly string[][], unusableDomains: readonly StoredOdd[]): string {
  const text =
    rows.length === 0
      ? 'There are no domains; add one with: fairway odd add <file>'
      : formatTable([domainColumns, ...rows])
  return [text, ...unusableDomains.map(({ id, error }) => `Not usable: ${id}: ${error}`)].join('\n')
}
