import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { isModelName, MODEL_NAME_RULE, ModelStore, parseModelFile } from '../../features/road/models/model-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'

export function registerAddCommand(models: Command): void {
  withJson(models.command('add').description('add a model, replacing any model with the same name'))
    .argument('<name>', 'the value of model in requests')
    .argument('<file>', 'a JSON file with rules, as in the model field of POST /v1/route')
    .action(async (name: string, file: string, options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      if (!isModelName(name))
        throw new CommandError(
          exitCodes.usage,
          `the name ${JSON.stringify(name)} is not valid; give ${MODEL_NAME_RULE}`,
        )
      const content = await readOrFail(file)
      const parsed = parseModelFile(content)
      if ('error' in parsed) throw new CommandError(exitCodes.failed, `nothing was added: ${file}: ${parsed.error}`)
      await withDatasetErrors(dataDir, async () => {
        const store = new ModelStore(dataDir)
        const isReplaced = (await store.list()).some((storedModel) => storedModel.name === name)
        await store.put(name, content, Date.now())
        const { length } = parsed.model.rules
        const message = `Added ${name} with ${length} ${length === 1 ? 'rule' : 'rules'}${isReplaced ? ', replacing the previous model with this name' : ''}; servers that use this data folder ${isReplaced ? 'will load it within two seconds' : 'can use it now'}`
        print(options, { added: name, rules: length, replaced: isReplaced }, message)
      })
    })
}

async function readOrFail(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandError(exitCodes.failed, `nothing was added: ${file} cannot be read: ${(error as Error).message}`)
  }
}
