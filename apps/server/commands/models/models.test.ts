import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { ModelRegistry } from '../../features/road/models/model-registry.ts'
import { runCommand } from '../testing/run-command.ts'

let folder: TempDir
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(() => folder.dispose())
const models = (...args: string[]) => runCommand(['models', ...args, '--data-dir', folder.path])
const put = async (name: string, content: unknown): Promise<string> => {
  const file = join(folder.path, name)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const quiet = { rules: [{ if: { road_class: 'primary' }, priority: { multiply: 0.5 } }] }

describe('models command', () => {
  test('adds, replaces, lists and removes', async () => {
    expect((await models('list')).stdout).toBe('There are no models; add one with: fairway models add <name> <file>\n')
    const file = await put('quiet.json', quiet)
    expect(await models('add', 'quiet', file)).toMatchObject({
      code: 0,
      stdout: 'Added quiet with 1 rule; servers that use this data folder can use it now\n',
    })
    expect((await models('add', 'quiet', file)).stdout).toContain(', replacing the previous model with this name;')
    expect((await models('list')).stdout).toBe('MODEL  RULES\nquiet  1\n')
    expect(JSON.parse((await models('list', '--json')).stdout)).toEqual({
      models: [{ name: 'quiet', rules: 1 }],
      unusable: [],
    })
    expect(await models('remove', 'quiet')).toMatchObject({
      code: 0,
      stdout: 'Removed quiet; servers that use this data folder will drop it within two seconds\n',
    })
    expect(await models('remove', 'quiet')).toMatchObject({
      code: 3,
      stderr: 'fairway: there is no model quiet; there are none\n',
    })
  })

  test('rejects invalid names and models', async () => {
    const file = await put('wrong.json', { rules: [{ if: { toll: 1 }, speed: { limit: 5 } }] })
    expect(await models('add', 'wrong', file)).toMatchObject({
      code: 1,
      stderr: `fairway: nothing was added: ${file}: model.rules[0].if.toll is 1; give true or false\n`,
    })
    expect(await models('add', 'Not a name', file)).toMatchObject({
      code: 2,
      stderr:
        'fairway: the name "Not a name" is not valid; give 1 to 64 lowercase letters, digits, dashes and underscores, beginning with a letter or digit\n',
    })
    expect((await models('add', 'gone', join(folder.path, 'gone.json'))).stderr).toContain('cannot be read')
    expect((await models('add', 'text', await put('text.json', '{'))).stderr).toContain('it is not JSON')
    expect(JSON.parse((await models('list', '--json')).stdout).models).toEqual([])
  })

  test('lists a damaged file as damaged without hiding others', async () => {
    await models('add', 'quiet', await put('quiet.json', quiet))
    await put('models/broken.json', { rules: [] })
    expect((await models('list')).stdout).toContain('Not usable: broken: model.rules.length is 0; give 1 to 200 rules')
    expect((await models('list')).stdout).toContain('quiet')
  })
})

test('a registry serves the models of its folder, and logs a damaged one once', async () => {
  const warnings: object[] = []
  const registry = new ModelRegistry({ dataDir: folder.path, log: { warn: (fields) => warnings.push(fields) } })
  await registry.scan()
  expect([...registry.listFor('quiet').keys()]).toEqual([])
  await models('add', 'quiet', await put('quiet.json', quiet))
  expect([...registry.listFor('quiet').keys()]).toEqual(['quiet'])
  await mkdir(join(folder.path, 'models/folder.json'), { recursive: true })
  expect([...registry.listFor('folder').keys()]).toEqual(['quiet'])
  await rm(join(folder.path, 'models/folder.json'), { recursive: true })
  await put('models/broken.json', '[]')
  await registry.scan()
  const scanned = registry.listFor('quiet')
  await registry.scan()
  expect([...scanned.keys()]).toEqual(['quiet'])
  expect(registry.listFor('quiet').get('quiet')).toBe(scanned.get('quiet'))
  expect(warnings).toEqual([{ why: 'broken: model is []; give {"rules": […]} or the name of a model' }])
})
