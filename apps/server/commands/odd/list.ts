import { montevideoSample, readDocument } from '@fairway/dataset'
import type { Command } from 'commander'
import { OddShelf, type ShelvedOdd } from '../../features/road/av/domains/odd-store.ts'
import { type CommonOptions, print, readConfig, table, withJson } from '../common.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { columns, toFields, toRow } from './describe.ts'

export function addList(odd: Command): void {
  withJson(odd.command('list').description('list domains')).action(async (options: CommonOptions) => {
    const { dataDir, sampleOdd } = readConfig(options)
    await withDatasetFaults(dataDir, async () => {
      const shelved = await new OddShelf(dataDir).list()
      const documents = shelved.flatMap(({ document }) => (document ? [document] : []))
      const sample = sampleOdd ? readDocument(montevideoSample()) : undefined
      if (sample && !documents.some(({ id }) => id === sample.id)) documents.push(sample)
      const faults = shelved.filter(({ fault }) => fault !== undefined)
      const fields = {
        domains: documents.map((document) => toFields(document, Date.now())),
        unusable: faults.map(({ id, fault }) => ({ id, why: fault })),
      }
      const rows = documents.map((document) => toRow(document, Date.now()))
      print(options, fields, describe(rows, faults))
    })
  })
}

function describe(rows: readonly string[][], faults: readonly ShelvedOdd[]): string {
  const text =
    rows.length === 0 ? 'There are no domains; add one with: fairway odd add <file>' : table([columns, ...rows])
  return [text, ...faults.map(({ id, fault }) => `Not usable: ${id}: ${fault}`)].join('\n')
}
