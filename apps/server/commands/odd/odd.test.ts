import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { montevideoSample } from '@fairway/dataset'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { runCommand } from '../testing/run-command.ts'

let folder: TempDir
beforeEach(async () => {
  folder = await createTempDir()
  vi.stubEnv('FAIRWAY_SAMPLES', 'true')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await folder.dispose()
})
const odd = (...args: string[]) => runCommand(['odd', ...args, '--data-dir', folder.path])
const sample = montevideoSample() as Record<string, unknown>
const put = async (name: string, json: unknown): Promise<string> => {
  const file = join(folder.path, name)
  await writeFile(file, JSON.stringify(json))
  return file
}
const lines = (stdout: string) => stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))

describe('odd command', () => {
  test('lists the built-in sample, marked as such', async () => {
    const { code, stdout } = await odd('list')
    expect(code).toBe(0)
    expect(lines(stdout)).toEqual([
      'DOMAIN | VERSION | OPERATOR | AREAS | PERMIT',
      'montevideo-sample (sample) | 1 | Sample operator | Centre of Montevideo | in force',
      '',
    ])
    vi.stubEnv('FAIRWAY_SAMPLES', 'false')
    expect((await odd('list')).stdout).toBe('There are no domains; add one with: fairway odd add <file>\n')
  })

  test('adds, replaces, lists and removes', async () => {
    const file = await put('mine.json', { ...sample, id: 'mine', sample: false, permits: [] })
    const added = await odd('add', file)
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect(added.stdout).toContain('Added 1 domain; servers that use this data folder will load it within two seconds')
    expect((await odd('add', file)).stdout).toContain('Added 1 domain, replacing 1 that already existed;')
    expect(lines((await odd('list')).stdout)[1]).toBe('mine | 1 | Sample operator | Centre of Montevideo | none')
    const { domains } = JSON.parse((await odd('list', '--json')).stdout)
    expect(domains).toMatchObject([{ id: 'mine', permitted_now: false, sample: false }, { id: 'montevideo-sample' }])
    expect(await odd('remove', 'mine')).toMatchObject({
      code: 0,
      stdout: 'Removed mine; servers that use this data folder will drop it within two seconds\n',
    })
    expect(JSON.parse((await odd('list', '--json')).stdout).domains).toHaveLength(1)
  })

  test('replaces the sample with a document of the same id', async () => {
    await odd('add', await put('own.json', { ...sample, sample: false, version: '2' }))
    expect(lines((await odd('list')).stdout).slice(1)).toEqual([
      'montevideo-sample | 2 | Sample operator | Centre of Montevideo | in force',
      '',
    ])
  })

  test('rejects an invalid document, and adds nothing from its folder', async () => {
    const source = join(folder.path, 'source')
    await mkdir(source)
    await put('source/a.json', { ...sample, id: 'a' })
    await put('source/b.json', { ...sample, id: 'b', conditions: { weather: ['sunny'], light: ['night'] } })
    const { code, stderr } = await odd('add', source)
    expect(code).toBe(1)
    expect(stderr).toBe(
      'fairway: nothing was added: b.json: conditions.weather[0] is "sunny"; give one of dry, light_rain, rain, heavy_rain, fog, snow, hail, ice, dust, strong_wind\n',
    )
    expect(JSON.parse((await odd('list', '--json')).stdout).domains).toHaveLength(1)
  })

  test('refuses to remove a missing document, and only switches off the sample', async () => {
    expect(await odd('remove', 'mine')).toMatchObject({
      code: 3,
      stderr: 'fairway: there is no domain mine; there are none\n',
    })
    expect(await odd('remove', 'montevideo-sample')).toMatchObject({
      code: 4,
      stderr: 'fairway: montevideo-sample cannot be removed: it is built in; disable it with FAIRWAY_SAMPLES=false\n',
    })
    await odd('add', await put('a.json', { ...sample, id: 'a' }))
    expect(await odd('remove', 'a', 'b')).toMatchObject({
      code: 3,
      stderr: 'fairway: there is no domain b; available: a\n',
    })
    expect(await readFile(join(folder.path, 'odd/a.json'), 'utf8')).toContain('"id":"a"')
  })

  test('lists a damaged file as damaged without hiding others', async () => {
    await odd('add', await put('a.json', { ...sample, id: 'a' }))
    await put('odd/broken.json', { id: 'broken' })
    const { stdout } = await odd('list')
    expect(stdout).toContain('\na (sample)  ')
    expect(stdout).toContain('Not usable: broken: version is missing; give one line of 1 to 64 characters')
  })
})
