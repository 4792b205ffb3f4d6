import { chmodSync, readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { montevideoSample } from '@fairway/dataset'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyWater } from '../support/maps/copy-maps.ts'
import { drawMonaco } from '../support/maps/extracts.ts'
import { boxZone, collection } from '../support/operations/drone.ts'
import { startServer } from '../support/servers/server-process.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { runCli } from './run-cli.ts'

let folder: TempDir
let originalUmask: number
const at = (...names: string[]) => join(folder.path, ...names)

beforeAll(async () => {
  // The processes inherit the usual umask, with which other users can read new files.
  originalUmask = process.umask(0o022)
  folder = await createTempDir()
  await drawMonaco(folder.path)
  await writeFile(at('quiet.json'), '{"rules":[{"if":{"road_class":"primary"},"priority":{"multiply":0.5}}]}')
  await writeFile(at('own.json'), JSON.stringify({ ...(montevideoSample() as object), id: 'own', sample: false }))
  await writeFile(at('zones.geojson'), JSON.stringify(collection(boxZone([-40, -20], [-39, -19], { id: 'BOX' }))))
  await writeFile(at('N10E020.hgt.gz'), gzipSync(Buffer.alloc(1201 * 1201 * 2, 1)))
  await writeFile(at('speeds.csv'), 'from,to,km/h\n1,2,30\n')
  await fairway('compiled', 'compile', at('monaco.osm'), '--region', 'monaco', '--keep-extract')
})
afterAll(async () => {
  process.umask(originalUmask)
  await folder?.dispose()
})

async function fairway(dataDir: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await runCli([...args, '--data-dir', at(dataDir)])
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
}

/** Returns the mode of each file and folder, by path. */
function listModes(path: string): Record<string, string> {
  const paths = [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))]
  return Object.fromEntries(
    paths.map((each) => {
      const status = statSync(each)
      return [relative(path, each), `${status.isDirectory() ? 'folder' : 'file'} ${(status.mode & 0o777).toString(8)}`]
    }),
  )
}

/** Expects that a folder contains files, and that only their owner has access to them. */
function expectPrivate(path: string): void {
  const modes = listModes(path)
  expect(Object.values(modes).filter((mode) => mode.startsWith('file')).length).toBeGreaterThan(0)
  const others = Object.entries(modes).filter(([, mode]) => mode !== 'folder 700' && mode !== 'file 600')
  expect(others).toEqual([])
}

describe('with the usual umask, only the owner has access to the files of', () => {
  test.each([
    ['admin', 'issue-key', '--email', 'pilot@example.com', '--plan', 'pro'],
    ['models', 'add', 'quiet', 'quiet.json'],
    ['odd', 'add', 'own.json'],
    ['terrain', 'add', 'N10E020.hgt.gz'],
    ['traffic', 'load', 'speeds.csv'],
    ['zones', 'add', 'zones.geojson'],
  ])('fairway %s %s', async (...args) => {
    const dataDir = `${args[0]}-data`
    await fairway(dataDir, ...args.map((arg) => (/\.\w/.test(arg) && !arg.includes('@') ? at(arg) : arg)))
    expectPrivate(at(dataDir))
  })

  test('fairway compile, including a copy of an extract that everyone can read', () => {
    const names = Object.keys(listModes(at('compiled')))
    expect(names).toContainEqual(expect.stringMatching(/roads\.bin$/))
    expect(names).toContainEqual(expect.stringMatching(/extract\.osm\.pbf$/))
    expectPrivate(at('compiled'))
  })

  test('fairway serve', async () => {
    const server = await startServer({ store: { dataDir: at('served') } })
    expectPrivate(at('served'))
    expect(await server.stop()).toBe(0)
  })
})

describe('files for other users have the usual permissions:', () => {
  test('published datasets, which a web server reads', async () => {
    await fairway('compiled', 'regions', 'publish', 'monaco', '--to', at('web'))
    expect(new Set(Object.values(listModes(at('web'))))).toEqual(new Set(['folder 755', 'file 644']))
    expectPrivate(at('compiled'))
  })

  test('an exported archive of tiles', async () => {
    await copyWater(at('compiled'))
    await fairway('compiled', 'tiles', 'export', at('map.pmtiles'), '--max-zoom', '8')
    expect(statSync(at('map.pmtiles')).mode & 0o777).toBe(0o644)
  })
})

test('admin commands remove the access of other users to an existing database, and report it', async () => {
  await fairway('shared', 'admin', 'issue-key', '--email', 'pilot@example.com', '--plan', 'pro')
  for (const command of ['list', 'check']) {
    chmodSync(at('shared'), 0o755)
    chmodSync(at('shared', 'fairway.db'), 0o644)
    const { code, stderr } = await runCli(['admin', command, '--data-dir', at('shared')])
    const lines = [at('shared'), at('shared', 'fairway.db')].map(
      (path) => `fairway: other users no longer have access to ${path}\n`,
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: lines.join('') })
    expectPrivate(at('shared'))
  }
})
