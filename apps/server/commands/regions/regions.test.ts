import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatasetStore } from '@fairway/dataset'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { runCommand } from '../testing/run-command.ts'
import { dropAfter, type Mirror, startMirror } from './testing/mirror-server.ts'

let folder: TempDir
let dataDir: string
let mirror: Mirror
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = join(folder.path, 'data')
  mirror = await startMirror('/europe/monaco-latest.osm.pbf', Buffer.from('an extract of Monaco'))
})
afterEach(async () => {
  await mirror.close()
  await folder.dispose()
})

function regions(...args: string[]) {
  return runCommand(['regions', ...args, '--data-dir', dataDir])
}
function add(...args: string[]) {
  return regions('add', ...args, '--mirror-url', mirror.url)
}
async function currentId(region: string): Promise<string> {
  return (await new DatasetStore(dataDir).findCurrent(region))?.id ?? 'none'
}

describe('regions add', () => {
  test('downloads from the mirror, verifies, compiles and publishes', async () => {
    const { code, stdout, stderr } = await add('europe/monaco')
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^downloading: .*\nverifying: /) })
    expect(stdout).toContain(`Compiled monaco-latest.osm.pbf into region monaco, dataset ${await currentId('monaco')}`)
  })

  test('reports with --json whether the file was verified and downloaded', async () => {
    const file = join(dataDir, 'extracts', 'europe', 'monaco-latest.osm.pbf')
    const json = async () => JSON.parse((await add('europe/monaco', '--as', 'europe/mc', '--json')).stdout)
    expect(await json()).toMatchObject({
      dataset: { region: 'europe/mc', served: true },
      download: { file, verified: true, fetched: true },
    })
    expect(await json()).toMatchObject({ download: { file, verified: true, fetched: false } })
    mirror.md5 = undefined
    expect(await json()).toMatchObject({ download: { verified: false, fetched: true } })
  })

  test('resumes after a dropped connection', async () => {
    const part = join(dataDir, 'extracts', 'europe', 'monaco-latest.osm.pbf.part')
    mirror.failures.push(dropAfter(mirror, 10, part))
    const { code, stderr } = await add('europe/monaco')
    expect(code).toBe(0)
    expect(stderr).toContain('; trying again in 0.5 s')
    expect(mirror.ranges).toEqual(['', 'bytes=10-'])
  })

  test('accepts a local file', async () => {
    const file = join(folder.path, 'Porto R5-latest.osm.pbf')
    await writeFile(file, 'an extract of Porto')
    expect(await add(file)).toMatchObject({ code: 0 })
    expect(await currentId('porto-r5')).not.toBe('none')
    expect(mirror.ranges).toEqual([])
  })

  test('reports a missing file with exit code 3', async () => {
    expect(await add('europe/monac')).toEqual({
      code: 3,
      stdout: '',
      stderr: `fairway: ${mirror.url}/europe/monac-latest.osm.pbf returned 404 Not Found; look up the path on the mirror, such as europe/monaco\n`,
    })
  })

  test('does not compile a file with a wrong checksum: exit code 1', async () => {
    mirror.md5 = 'ab'.repeat(16)
    const { code, stderr } = await add('europe/monaco')
    expect(code).toBe(1)
    expect(stderr).toMatch(/fairway: http.*says (ab){16}, again; the mirror may be replacing the file: try again later/)
    expect(await currentId('monaco')).toBe('none')
  })

  test.each([
    [['./monaco.osm.pbf'], './monaco.osm.pbf: there is no such file; check the path'],
    [['Europe/Monaco'], '"Europe/Monaco" is neither a file nor a path on the mirror'],
    [['europe/monaco', 'europe/france'], '2 extracts make one region; name it with --as NAME'],
    [['europe/monaco', '--as', '../etc'], 'a region cannot be named "../etc"'],
    [['/maps/-latest.osm.pbf'], '/maps/-latest.osm.pbf does not contain a region name; give one with --as NAME'],
  ])('rejects %j with exit code 2, before downloading anything', async (args, why) => {
    const { code, stderr } = await add(...args)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`fairway: ${why}`) })
    expect(mirror.ranges).toEqual([])
  })

  test('rejects an invalid URL with exit code 2', async () => {
    const { code, stderr } = await regions('add', 'europe/monaco', '--mirror-url', 'ftp://mirror')
    expect(code).toBe(2)
    expect(stderr).toContain('--mirror-url is "ftp://mirror"; it must be a URL starting with http:// or https://')
  })
})

describe('regions list', () => {
  test('explains how to add the first region', async () => {
    expect((await regions('list')).stdout).toBe(
      `There are no regions in ${dataDir}; add one with: fairway regions add europe/monaco\n`,
    )
    expect(JSON.parse((await regions('list', '--json')).stdout)).toEqual({ regions: [] })
  })

  test('shows datasets, which one is served, and which cannot be served', async () => {
    await add('europe/monaco')
    const first = await currentId('monaco')
    await add('europe/monaco')
    const second = await currentId('monaco')
    await regions('use', 'monaco', first)
    const broken = join(dataDir, 'datasets', 'porto', second)
    await mkdir(broken, { recursive: true })
    await writeFile(join(broken, 'manifest.json'), '{}')
    const { stdout } = await regions('list')
    const lines = stdout.split('\n')
    expect(lines[0]).toMatch(/^REGION +DATASET +SERVED +SIZE +CREATED +DATA UNTIL +SOUTH WEST NORTH EAST$/)
    expect(lines[1]).toMatch(
      new RegExp(`^monaco  ${second} {10}\\d+\\.\\d kB  \\S+Z  2026-11-14T20:21:22Z  43.7000 7.4000 43.7600 7.4500$`),
    )
    expect(lines[2]).toMatch(new RegExp(`^monaco  ${first}  chosen  `))
    expect(lines[4]).toBe(
      `Not usable: ${join(broken, 'manifest.json')} has no number format; rebuild it with: fairway compile <extract> --region porto`,
    )
    expect(JSON.parse((await regions('list', '--json')).stdout)).toMatchObject({
      regions: [
        {
          region: 'monaco',
          chosen: first,
          datasets: [
            { dataset: second, served: false },
            { dataset: first, served: true },
          ],
        },
        { region: 'porto', chosen: null, datasets: [], unusable: [{ dataset: second, folder: broken }] },
      ],
    })
  })
})

describe('regions use and remove', () => {
  test('print the dataset served from now on', async () => {
    await add('europe/monaco')
    const first = await currentId('monaco')
    await add('europe/monaco')
    const second = await currentId('monaco')
    const serve = (id: string) => `Servers that use this data folder will serve ${id} for monaco within two seconds\n`

    expect(await regions('use', 'monaco', first)).toEqual({ code: 0, stdout: serve(first), stderr: '' })
    expect(await currentId('monaco')).toBe(first)
    expect(await regions('use', 'monaco', 'newest')).toEqual({ code: 0, stdout: serve(second), stderr: '' })
    expect((await regions('remove', 'monaco', '--dataset', second)).stdout).toBe(
      `Removed from monaco: ${second}\n${serve(first)}`,
    )
    expect((await regions('remove', 'monaco')).stdout).toBe(
      `Removed from monaco: ${first}\nServers that use this data folder will stop serving monaco within two seconds\n`,
    )
    expect(await regions('remove', 'monaco')).toEqual({
      code: 3,
      stdout: '',
      stderr: `fairway: there is no region monaco in ${join(dataDir, 'datasets')}; there are none yet\n`,
    })
  })

  test('report a missing dataset with exit code 3', async () => {
    await add('europe/monaco')
    const id = await currentId('monaco')
    for (const args of [
      ['use', 'monaco', 'v1'],
      ['remove', 'monaco', '--dataset', 'v1'],
    ]) {
      expect(await regions(...args)).toEqual({
        code: 3,
        stdout: '',
        stderr: `fairway: monaco has no dataset "v1"; it has: ${id}\n`,
      })
    }
  })
})
