import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type CompileExtract, DatasetStore, readExtract, toChangePath } from '@fairway/dataset'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { CommandError } from '../exit.ts'
import { noProgressDisplay } from '../progress.ts'
import { fakeCompiler } from '../testing/fake-compiler.ts'
import { runCommand } from '../testing/run-command.ts'
import { ChangeServer } from './change-server.ts'

let folder: TempDir
let dataDir: string
let updates: string
let compiledIds: number[]
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = join(folder.path, 'data')
  updates = join(folder.path, 'updates')
  compiledIds = []
})
afterEach(() => folder.dispose())

const recordingCompiler: CompileExtract = async (options) => {
  compiledIds = []
  for await (const { nodes } of readExtract(options.extract)) compiledIds.push(...nodes.id)
  return await fakeCompiler(options)
}
const run = (...args: string[]) => runCommand([...args, '--data-dir', dataDir], recordingCompiler)
const update = (...args: string[]) => run('regions', 'update', 'porto', ...args)

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder.path, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}
async function compileBase(...options: string[]): Promise<void> {
  const file = await write('porto.osm', '<osm><node id="1" lat="1" lon="1"/></osm>')
  expect((await run('compile', file, '--region', 'porto', ...options)).code).toBe(0)
}
/** Publishes change N, which creates node 10 + N. */
async function publish(sequence: number): Promise<void> {
  const change = `<osmChange><create><node id="${10 + sequence}" lat="1" lon="1"/></create></osmChange>`
  await write(`updates/${toChangePath(sequence)}.osc.gz`, gzipSync(change))
  await write('updates/state.txt', `sequenceNumber=${sequence}\ntimestamp=2026-11-16T21\\:00\\:00Z\n`)
}
async function getNewest() {
  const [dataset] = await new DatasetStore(dataDir).list()
  if (!dataset) throw new Error('there is no dataset')
  return dataset
}

describe('regions update', () => {
  test('applies the changes published since the last update, and none twice', async () => {
    await compileBase('--keep-extract')
    await publish(5)
    await publish(6)
    const first = await update('--from', `${updates}/`, '--sequence', '4')
    expect({ code: first.code, compiledIds }).toEqual({ code: 0, compiledIds: [1, 15, 16] })
    expect(first.stdout).toContain('Compiled porto.osm with changes into region porto')
    expect((await getNewest()).manifest.source.replication).toEqual([{ url: updates, sequence: 6 }])

    const { id } = await getNewest()
    expect(await update()).toEqual({
      code: 0,
      stdout: `porto is up to date: it contains change 6 of ${updates}\n`,
      stderr: '',
    })
    expect((await getNewest()).id).toBe(id)

    await publish(7)
    const third = await update('--json')
    expect(JSON.parse(third.stdout)).toMatchObject({
      dataset: { region: 'porto', served: true, source: { file: 'porto.osm with changes' } },
      applied: 1,
      sequences: [{ url: updates, sequence: 7 }],
    })
    expect(compiledIds).toEqual([1, 15, 16, 17])
  })

  test('reads changes from an HTTP server', async () => {
    await compileBase('--keep-extract')
    await publish(1)
    const server = createServer((request, response) => {
      readFile(join(updates, request.url ?? '')).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(404).end(),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await update('--from', url, '--sequence', '0')).code).toBe(0)
    expect(compiledIds).toEqual([1, 11])
    await publish(3)
    expect(await update()).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        `fairway: change 2 is not published (${url}/000/000/002.osc.gz returned 404 Not Found); old changes are eventually removed, so add the region again`,
      ),
    })
    await rm(join(updates, 'state.txt'))
    expect(await update()).toMatchObject({
      code: 3,
      stderr: `fairway: ${url}/state.txt returned 404 Not Found; check --from\n`,
    })
    server.close()
    await once(server, 'close')
  })

  test('applies change files that are given', async () => {
    await compileBase('--keep-extract')
    const file = await write('day.osc', '<osmChange><delete><node id="1"/></delete></osmChange>')
    expect((await update('--changes', file)).code).toBe(0)
    expect(compiledIds).toEqual([])
    const wrong = await write('wrong.osc', '<osmChange><replace/></osmChange>')
    expect(await update('--changes', wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${wrong}, character`),
    })
  })

  test('leaves the region unchanged if anything fails', async () => {
    await compileBase('--keep-extract')
    const { id } = await getNewest()
    await publish(1)
    await publish(2)
    await rm(join(updates, `${toChangePath(1)}.osc.gz`))
    expect(await update('--from', updates, '--sequence', '0')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`change 1 is not published (${updates}/000/000/001.osc.gz)`),
    })
    expect((await getNewest()).id).toBe(id)
  })

  test.each([
    [
      ['--from', '/nowhere'],
      2,
      'does not say which changes it contains; give the number of the last one with --sequence N',
    ],
    [[], 2, 'the extract of porto does not name a change source; give --from URL and --sequence N, or --changes FILE'],
    [['--from', '/nowhere', '--sequence', '1.5'], 2, '--sequence is 1.5; it must be a whole number, 0 or greater'],
    [['--from', '/nowhere', '--sequence', '1'], 3, '/nowhere/state.txt cannot be read: ENOENT'],
  ])('rejects %j with exit code %d', async (args, code, message) => {
    await compileBase('--keep-extract')
    expect(await update(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) })
  })

  test('rejects a source of changes that is older than the extract, or none at all', async () => {
    await compileBase('--keep-extract')
    await publish(3)
    expect(await update('--from', updates, '--sequence', '4')).toMatchObject({
      code: 4,
      stderr: `fairway: ${updates} is at change 3, but porto already contains 4; check --from\n`,
    })
    await write('updates/state.txt', '<html>')
    expect(await update('--from', updates, '--sequence', '4')).toMatchObject({
      code: 1,
      stderr: `fairway: ${updates}/state.txt has no sequenceNumber and timestamp; check the URL (--from)\n`,
    })
  })

  test('rejects a region without an extract, and an unknown one', async () => {
    expect(await update()).toMatchObject({
      code: 3,
      stderr: 'fairway: there is no region porto; available: none yet\n',
    })
    await compileBase()
    expect(await update()).toMatchObject({
      code: 4,
      stderr: 'fairway: the dataset of porto has no extract to apply changes to; compile it once with --keep-extract\n',
    })
  })

  test('states what to check when the server cannot be reached', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.close()
    await once(server, 'close')
    const retries = { maxTries: 2, firstPauseMs: 1, maxPauseMs: 1, pause: async () => undefined }
    const failure = await new ChangeServer(url, noProgressDisplay, retries).readState().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CommandError)
    expect(failure).toMatchObject({
      exitCode: 5,
      message: expect.stringContaining('check the network and the URL (--from)'),
    })
  })
})

test('compile --changes applies change files to an extract', async () => {
  const change = await write('day.osc', '<osmChange><create><node id="9" lat="1" lon="1"/></create></osmChange>')
  await compileBase('--changes', change)
  expect(compiledIds).toEqual([1, 9])
  expect((await getNewest()).manifest.source.file).toBe('porto.osm + day.osc')
})
