import type { Command } from 'commander'
import { ModelStore, type StoredModel } from '../../features/road/models/model-store.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'

export function registerListCommand(models: Command): void {
  withJson(models.command('list').description('list models')).action(async (options: CommonOptions) => {
    const { dataDir } = readConfig(options)
    await withDatasetErrors(dataDir, async () => {
      const stored = await new ModelStore(dataDir).list()
      const fields = {
        models: stored.flatMap(({ name, model }) => (model ? [{ name, rules: model.rules.length }] : [])),
        unusable: stored.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, why: error }])),
      }
      print(options, fields, describeList(stored))
    })
  })
}

function describeList(stored: readonly StoredModel[]): string {
  const rows = stored.flatMap(({ name, model }) => (model ? [[name, `${model.rules.length}`]] : []))
  const text =
    rows.length === 0
      ? 'There are no models; add one with: fairway models add <name> <file>'
      : formatTable([['MODEL', 'RULES'], ...rows])
  const unusable = stored.filter(({ error }) => error !== undefined)
  return [text, ...unusable.map(({ name, error }) => `Not usable: ${name}: ${error}`)].join('\n')
}
