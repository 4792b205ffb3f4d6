import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileExtract } from '../compile.ts'
import { compileRegion, ROADS_FILE } from './compile-region.ts'
import { ResumableWork } from './resumable-work.ts'
import { WorkFolders } from './work-area.ts'

let folder: string
let extracts: [string, string]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairway-resume-'))
  const node = (id: number) => `<node id="${id}" lat="${41 + (id % 4) / 1000}" lon="${-8 + id / 4000}"/>`
  const way = (id: number, ...refs: number[]) =>
    `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="highway" v="residential"/></way>`
  extracts = [join(folder, 'west.osm'), join(folder, 'east.osm')]
  await writeFile(extracts[0], `<osm>${[1, 2, 3, 4].map(node).join('')}${way(1, 1, 2, 3)}${way(2, 2, 4, 5)}</osm>`)
  await writeFile(extracts[1], `<osm>${[4, 5, 6, 7].map(node).join('')}${way(2, 2, 4, 5)}${way(3, 5, 6, 7, 4)}</osm>`)
})
afterAll(() => rm(folder, { recursive: true }))

const script = fileURLToPath(new URL('./testing/killed-compile.ts', import.meta.url))

/** Runs a compilation in a process that kills itself at the given progress report. 0 means never. */
function compileInProcess(dataDir: string, killAt: number) {
  const { signal, stdout } = spawnSync(process.execPath, [script, extracts.join(','), dataDir, String(killAt)], {
    encoding: 'utf8',
  })
  return signal ? { signal } : { ...(JSON.parse(stdout) as { folder: string; resumed: string[]; reports: number }) }
}
const workFolder = (dataDir: string) => join(dataDir, 'datasets', '.work')

test('a killed compilation is continued after its last finished stage, with the same dataset', async () => {
  const options = { extract: extracts, region: 'whole', dataDir: join(folder, 'whole'), threads: 1, onProgress() {} }
  const { dataset, resumedStages } = await compileRegion(options, compileExtract)
  expect(resumedStages).toEqual([])
  const stored: string[] = []
  const onProgress = ({ stage }: { stage: string }) => void stored.push(stage)
  await compileRegion({ ...options, dataDir: join(folder, 'stages'), minResumableBytes: 0, onProgress }, compileExtract)
  // The process is killed while it builds the first network.
  const killAt = stored.indexOf('ordering the roads') + 1
  expect(killAt).toBeGreaterThan(5)
  const dataDir = join(folder, 'killed')
  expect(compileInProcess(dataDir, killAt)).toEqual({ signal: 'SIGKILL' })
  const last = compileInProcess(dataDir, 0)
  expect(last).toMatchObject({ resumed: ['merged.osm.pbf', 'places'] })
  if (!('folder' in last)) throw new Error('killed')
  expect(readFileSync(join(last.folder, ROADS_FILE)).equals(readFileSync(join(dataset.folder, ROADS_FILE)))).toBe(true)
  expect(readdirSync(workFolder(dataDir))).toEqual([])
})

describe('stages of a killed process', () => {
  const content = async () => ({ sections: [['a', Uint32Array.of(1, 2)] as const], facts: { count: 2 } })
  const neverBuilt = async () => {
    throw new Error('built again')
  }
  /** Returns the remaining work folders. */
  const abandoned = () => readdirSync(workFolder(dataDir)).map((mark) => join(workFolder(dataDir), mark))
  let dataDir: string
  let folders: WorkFolders
  async function leave(key: string): Promise<ResumableWork> {
    dataDir = await mkdtemp(join(folder, 'stages-'))
    await mkdir(workFolder(dataDir), { recursive: true })
    folders = new WorkFolders(join(dataDir, 'datasets'))
    const child = `
      const { WorkFolders } = await import(${JSON.stringify(new URL('./work-area.ts', import.meta.url).href)})
      const { ResumableWork } = await import(${JSON.stringify(new URL('./resumable-work.ts', import.meta.url).href)})
      const work = await ResumableWork.open(new WorkFolders(${JSON.stringify(join(dataDir, 'datasets'))}), ${JSON.stringify(key)})
      await work.run('first', async () => ({ sections: [['a', Uint32Array.of(1, 2)]], facts: { count: 2 } }))`
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', child], { encoding: 'utf8' }).stderr).toBe('')
    return await ResumableWork.open(folders, 'our key')
  }

  test('are used once, by a process with the same key', async () => {
    const work = await leave('our key')
    const stage = await work.run('first', neverBuilt)
    expect(stage.facts).toEqual({ count: 2 })
    expect([...stage.readSections()]).toEqual([['a', Uint32Array.of(1, 2)]])
    expect(work.resumedStages).toEqual(['first'])
    // This process is alive, so no other process takes over its work.
    const other = await ResumableWork.open(folders, 'our key')
    await expect(other.run('first', neverBuilt)).rejects.toThrow('built again')
    await other.remove()
    await work.remove()
    expect(abandoned()).toEqual([])
  })

  test('are not used for another key, and are kept for a day', async () => {
    const work = await leave('another key')
    await expect(work.run('first', neverBuilt)).rejects.toThrow('built again')
    await work.remove()
    await folders.removeAbandoned(Date.now())
    expect(abandoned()).toHaveLength(1)
    const [left = ''] = abandoned()
    const old = new Date(Date.now() - 25 * 3600_000)
    utimesSync(left, old, old)
    await folders.removeAbandoned(Date.now())
    expect(abandoned()).toEqual([])
  })

  test('are built again if a byte has changed', async () => {
    const work = await leave('our key')
    const [left = ''] = abandoned()
    const file = join(left, 'first.bin')
    const bytes = readFileSync(file)
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
    await writeFile(file, bytes)
    await expect(work.run('first', neverBuilt)).rejects.toThrow('built again')
    expect((await work.run('first', content)).facts).toEqual({ count: 2 })
    await work.remove()
  })
})
