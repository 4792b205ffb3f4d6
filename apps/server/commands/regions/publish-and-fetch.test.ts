import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatasetStore } from '@fairway/dataset'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { runCommand } from '../testing/run-command.ts'

let folder: TempDir
let server: Server
let url: string
let compiledId: string
const inFolder = (...names: string[]) => join(folder.path, ...names)

beforeEach(async () => {
  folder = await createTempDir()
  server = createServer(async ({ url: path = '' }, response) => {
    const content = await readFile(inFolder('web', path)).catch(() => undefined)
    response.writeHead(content ? 200 : 404).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const extract = inFolder('porto.osm.pbf')
  await writeFile(extract, 'an extract')
  await runCommand(['compile', extract, '--region', 'porto', '--data-dir', inFolder('publisher')])
  compiledId = (await new DatasetStore(inFolder('publisher')).findCurrent('porto'))?.id ?? 'none'
})
afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await folder.dispose()
})

const publish = (...args: string[]) =>
  runCommand(['regions', 'publish', ...args, '--to', inFolder('web'), '--data-dir', inFolder('publisher')])
const fetchRegions = (...args: string[]) => runCommand(['regions', 'fetch', ...args, '--data-dir', inFolder('node')])

describe('regions publish and regions fetch', () => {
  test('copy a dataset to another data folder, and say if there is nothing to do', async () => {
    expect(await publish('porto')).toMatchObject({ code: 0, stdout: `Published ${compiledId} of porto\n` })
    expect(await publish('porto')).toMatchObject({ stdout: `${compiledId} of porto was already published\n` })
    const from = ['--from', url]
    expect(await fetchRegions('porto', ...from)).toMatchObject({
      code: 0,
      stdout: `Downloaded ${compiledId} for porto\n`,
    })
    expect(await fetchRegions('porto', ...from)).toMatchObject({
      code: 0,
      stdout: `porto is up to date: it has ${compiledId}\n`,
    })
    expect((await new DatasetStore(inFolder('node')).findCurrent('porto'))?.id).toBe(compiledId)
  })

  test('report with --json what happened', async () => {
    expect(JSON.parse((await publish('porto', '--json')).stdout)).toEqual({
      folder: inFolder('web'),
      regions: [{ region: 'porto', dataset: compiledId, copied: true }],
    })
    expect(JSON.parse((await fetchRegions('porto', '--from', url, '--json')).stdout)).toEqual({
      regions: [{ region: 'porto', dataset: compiledId, fetched: true, served: compiledId }],
    })
  })

  test('fail with exit codes that scripts can rely on', async () => {
    const missing = await publish('lisbon')
    expect(missing).toMatchObject({ code: 3 })
    expect(missing.stderr).toContain('there is no dataset of lisbon to publish; available: porto')
    const unpublished = await fetchRegions('lisbon', '--from', url)
    expect(unpublished).toMatchObject({ code: 3 })
    expect(unpublished.stderr).toContain(`${url}/lisbon/latest.json returned 404 Not Found; publish the region`)
    const withoutUrl = await fetchRegions('porto')
    expect(withoutUrl).toMatchObject({ code: 2 })
    expect(withoutUrl.stderr).toContain('give the URL of the published folder with --from or FAIRWAY_DATASETS_URL')
    await publish('porto')
    await writeFile(inFolder('web/porto', compiledId, 'roads.bin'), 'damaged')
    const damaged = await fetchRegions('porto', '--from', url)
    expect(damaged).toMatchObject({ code: 1 })
    expect(damaged.stderr).toContain('again; publish the region again')
  })

  test('refuse to publish a damaged dataset', async () => {
    const file = inFolder('publisher/datasets/porto', compiledId, 'roads.bin')
    await writeFile(file, 'damaged')
    const { code, stderr } = await publish('porto')
    expect(code).toBe(1)
    expect(stderr).toContain(
      `${file} is damaged: its SHA-256 is not the one in manifest.json; compile the region again`,
    )
  })
})
