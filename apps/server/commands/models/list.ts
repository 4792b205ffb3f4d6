import type { Command } from 'commander'
import { ModelStore, type StoredModel } from '../../features/road/models/model-store.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'

export function registerListCommand(models: Command): void {
  withJson(models.command('list').description('list models')).action(async (options: CommonOptions) => {
    const { dataDir } = readConfig(options)
    await withDatasetErrors(dataDir, async () => {
      const storedModels = await new ModelStore(dataDir).list()
      const fields = {
        models: storedModels.flatMap(({ name, model }) => (model ? [{ name, rules: model.rules.length }] : [])),
        unusable: storedModels.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, why: error }])),
      }
      print(options, fields, describeList(storedModels))
    })
  })
}

function describeList(storedModels: readonly StoredModel[]): string {
  const rows = storedModels.flatMap(({ name, model }) => (model ? [[name, `${model.rules.length}`]] : []))
  const text =
    rows.length === 0
      ? 'There are no models; add one with: fairway models add <name> <file>'
      : formatTable([['MODEL', 'RULES'], ...rows])
  const unusableModels = storedModels.filter(({ error }) => error !== undefined)
  return [text, ...unusableModels.map(({ name, error }) => `Not usable: ${name}: ${error}`)].join('\n')
}
