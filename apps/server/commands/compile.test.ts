import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CompileExtract, DatasetStore, readExtract, readSections } from '@fairway/dataset'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../tests/support/servers/temp-dir.ts'
import { toDatasetCommandError } from './dataset-errors.ts'
import { fakeCompiler } from './testing/fake-compiler.ts'
import { runCommand } from './testing/run-command.ts'

let folder: TempDir
let dataDir: string
let extract: string
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = join(folder.path, 'data')
  extract = join(folder.path, 'porto.osm.pbf')
  await writeFile(extract, 'an extract')
})
afterEach(() => folder.dispose())

function compile(args: readonly string[] = [], compiler?: CompileExtract) {
  return runCommand(['compile', extract, '--region', 'porto', '--data-dir', dataDir, ...args], compiler)
}
async function getCurrent() {
  const current = await new DatasetStore(dataDir).findCurrent('porto')
  if (!current) throw new Error('nothing is served')
  return current
}

describe('compiling an extract', () => {
  test('publishes a dataset that is served, and prints a summary', async () => {
    const { code, stdout, stderr } = await compile(['--threads', '3'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^checking the extract: \d\.\d s, [\d.,]+ [MG]B\nreading ways: .*\nbuilding roads: .*\nwriting the dataset: .*\n$/,
      ),
    })
    const { id, folder: path, bytes } = await getCurrent()
    const lines = stdout.split('\n').map((line) => line.trim())
    expect(lines).toEqual([
      `Compiled porto.osm.pbf into region porto, dataset ${id}`,
      '',
      'contents 12,345 nodes, 6 arcs',
      'data of  2026-11-14T20:21:22Z, © OpenStreetMap contributors',
      expect.stringMatching(/^took {5}\d\.\d s with 3 threads \(CPU \d\.\d s\), peak memory [\d.,]+ [MG]B$/),
      `folder   ${path} (${(bytes / 1000).toFixed(1)} kB)`,
      '',
      'A server that uses this data folder will load it within two seconds. To start one:',
      '',
      `fairway serve --data-dir ${dataDir}`,
      '',
    ])
    const sections = await readSections(join(path, 'roads.bin'), { shared: true })
    expect(Buffer.from(sections.get('bytes')?.buffer as SharedArrayBuffer).includes('an extract')).toBe(true)
  })

  test('prints JSON and nothing else with --json', async () => {
    const { code, stdout, stderr } = await compile(['--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { id, folder: path } = await getCurrent()
    expect(JSON.parse(stdout)).toMatchObject({
      dataset: {
        region: 'porto',
        dataset: id,
        folder: path,
        served: true,
        source: {
          file: 'porto.osm.pbf',
          bytes: 10,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          timestamp: '2026-11-14T20:21:22Z',
        },
        counts: { nodes: 12_345, arcs: 6 },
        compile: { threads: expect.any(Number), peak_memory_bytes: expect.any(Number) },
      },
      removed: [],
    })
  })

  test('removes the first dataset when the third is published', async () => {
    await compile()
    const first = await getCurrent()
    await compile()
    const { stdout } = await compile()
    expect(stdout).toContain(`removed  ${first.id}`)
    expect(await new DatasetStore(dataDir).list()).toHaveLength(2)
  })

  test('does not replace a dataset that was selected explicitly, and reports it', async () => {
    await compile()
    const first = await getCurrent()
    await runCommand(['regions', 'use', 'porto', first.id, '--data-dir', dataDir])
    const { stdout } = await compile()
    expect(stdout).toContain(`Not served yet: porto is pinned to ${first.id}.`)
    expect(stdout).toContain('fairway regions use porto newest')
    expect((await getCurrent()).id).toBe(first.id)
  })
})

describe('several extracts', () => {
  const write = async (name: string, content: string) => {
    const file = join(folder.path, name)
    await writeFile(file, `<osm>${content}</osm>`)
    return file
  }
  const compileAll = (...files: string[]) =>
    runCommand(['compile', ...files, '--region', 'porto', '--data-dir', dataDir])
  const node = (id: number) => `<node id="${id}" lat="1" lon="1"/>`

  test('are merged into one map, whose source lists them', async () => {
    const files = [await write('west.osm', node(1)), await write('east.osm', node(2))]
    const ids: number[] = []
    const { code, stdout } = await runCommand(
      ['compile', ...files, '--region', 'porto', '--data-dir', dataDir],
      async (options) => {
        for await (const { nodes } of readExtract(options.extract)) ids.push(...nodes.id)
        return await fakeCompiler(options)
      },
    )
    expect({ code, ids }).toEqual({ code: 0, ids: [1, 2] })
    expect(stdout).toContain('Compiled west.osm + east.osm into region porto')
    expect((await getCurrent()).manifest.source).toMatchObject({ file: 'west.osm + east.osm', bytes: 82 })
    expect(await readdir(join(dataDir, 'datasets', '.work'))).toEqual([])
  })

  test('that are not sorted or have no OpenStreetMap IDs fail with exit code 1', async () => {
    const west = await write('west.osm', node(1))
    expect(await compileAll(west, await write('east.osm', node(5) + node(4)))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('east.osm: the elements are not sorted: node 4 follows node 5; sort it with'),
    })
    expect(await compileAll(west, await write('drawn.osm', node(-1)))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('drawn.osm: node -1 has no OpenStreetMap ID'),
    })
    expect(await compileAll(west, join(folder.path, 'none.osm'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('none.osm: there is no such file; check the path'),
    })
    expect(await new DatasetStore(dataDir).list()).toEqual([])
  })
})

describe('extracts that cannot be compiled', () => {
  afterEach(async () => expect(await new DatasetStore(dataDir).list()).toEqual([]))

  test('rejects a file that is not an extract with exit code 2, without creating the data folder', async () => {
    const [missing, empty, picture] = ['prto.osm.pbf', 'empty.osm.pbf', 'map.png'].map((name) =>
      join(folder.path, name),
    )
    await writeFile(empty ?? '', '')
    await writeFile(picture ?? '', '\x89PNG', 'latin1')
    for (const [file, what] of [
      [missing, ': there is no such file; check the path'],
      [empty, ', byte 0: the file is empty; '],
      [picture, ', byte 0: this is a PNG image; give an OpenStreetMap extract'],
      [folder.path, ': the folder contains no .mvt files; '],
    ]) {
      const { code, stderr } = await runCommand(['compile', file ?? '', '--region', 'porto', '--data-dir', dataDir])
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`fairway: ${file}${what}`) })
    }
    expect(await readdir(folder.path)).not.toContain('data')
  })

  test('rejects a region name that could leave its folder with exit code 2', async () => {
    const { code, stderr } = await runCommand(['compile', extract, '--region', '../porto', '--data-dir', dataDir])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^fairway: a region cannot be named "\.\.\/porto"; use at most 100 lowercase letters/)
  })

  test.each(['0', '257', 'two', '1.5'])('rejects %s threads with exit code 2', async (threads) => {
    expect(await compile(['--threads', threads])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('from 1 to 256'),
    })
  })

  test('reports a damaged extract with its offset and a remedy, with exit code 1', async () => {
    await writeFile(extract, 'bad extract')
    const { code, stderr } = await compile()
    expect(code).toBe(1)
    expect(stderr).toContain(`fairway: ${extract}, byte 17: a block cannot be decompressed; download it again\n`)
  })

  test('reports an extract that changes while it is compiled, with exit code 1', async () => {
    const { code, stderr } = await compile([], async (options) => {
      await appendFile(extract, ' that grows')
      return await fakeCompiler(options)
    })
    expect(code).toBe(1)
    expect(stderr).toContain(
      `${extract} changed while it was being compiled; compile it again when nothing writes to it`,
    )
  })

  test('rejects a data folder below a file with exit code 5, before compiling anything', async () => {
    await writeFile(dataDir, '')
    const { code, stderr } = await compile([], async () => {
      throw new Error('should not be called')
    })
    expect(code).toBe(5)
    expect(stderr).toMatch(new RegExp(`^fairway: the data folder ${dataDir} cannot be used: E`))
  })

  test('reports a full disk with exit code 1', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    expect(toDatasetCommandError(full, '/srv/data')).toMatchObject({
      exitCode: 1,
      message: 'the disk that contains /srv/data is full; free some space and run the command again',
    })
  })

  test('does not hide a compiler bug', async () => {
    await mkdir(dataDir)
    const broken = compile([], async () => {
      throw new TypeError('arcs[undefined]')
    })
    await expect(broken).rejects.toThrow('arcs[undefined]')
  })
})
