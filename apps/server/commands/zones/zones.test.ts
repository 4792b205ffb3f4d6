import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { boxZone, circleZone, collection, corridor } from '../../../../tests/support/operations/drone.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { runCommand } from '../testing/run-command.ts'

let folder: TempDir
beforeEach(async () => {
  folder = await createTempDir()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await folder.dispose()
})
const zones = (...args: string[]) => runCommand(['zones', ...args, '--data-dir', join(folder.path, 'data')])
const put = async (name: string, content: unknown): Promise<string> => {
  const file = join(folder.path, name)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}
const shelved = () => readdir(join(folder.path, 'data/zones')).catch(() => [])
const lines = (stdout: string) => stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))

const box = boxZone([-40, -20], [-39, -19], { id: 'BOX' })
const lane = corridor(
  [
    [-40, -20],
    [-39, -20],
  ],
  { id: 'LANE' },
)
const builtIn = [
  '',
  "Zones around the world's aerodromes: on (FAIRWAY_DEFAULT_ZONES)",
  'Sample corridors in Montevideo: off (FAIRWAY_SAMPLES)',
  '',
]

describe('zones', () => {
  test('lists aerodromes but no samples by default', async () => {
    expect(lines((await zones('list')).stdout)).toEqual([
      'There are no zone files; add one with: fairway zones add <file>',
      ...builtIn,
    ])
    vi.stubEnv('FAIRWAY_DEFAULT_ZONES', 'false')
    expect(JSON.parse((await zones('list', '--json')).stdout)).toEqual({
      files: [],
      unusable: [],
      default_zones: false,
      sample_corridors: false,
    })
  })

  test('adds, replaces, lists and removes', async () => {
    const file = await put('My Zones.geojson', collection(box, lane))
    expect(await zones('add', file)).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'Added my-zones: 1 zone, 1 corridor\n\nServers that use this data folder will apply it within a second. To undo: fairway zones remove my-zones\n',
    })
    expect((await zones('add', file)).stdout).toContain('Added my-zones, replacing the previous one: 1 zone, 1 corr')
    const air = await put(
      'uk.txt',
      'AC R\nAN Box\nAL GND\nAH 500ft AGL\nDP 51:00 N 001:00 W\nDP 52:00 N 001:00 W\nDP 52:00 N 002:00 W\n',
    )
    expect((await zones('add', '--name', 'britain', air)).stdout).toContain('Added britain: 1 zone, 0 corridors')
    expect(lines((await zones('list')).stdout)).toEqual([
      'FILE | ZONES | CORRIDORS | SIZE | FROM',
      'britain | 1 | 0 | 0.1 kB',
      expect.stringMatching(/^my-zones \| 1 \| 1 \| 0\.\d kB \| Test zones$/),
      ...builtIn,
    ])
    expect(await shelved()).toEqual(expect.arrayContaining(['britain.txt', 'my-zones.json']))
    expect(await zones('remove', 'britain', 'my-zones')).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Removed britain, my-zones; servers that use this data folder will drop them within a second\n',
    })
    expect((await zones('list')).stdout).toContain('There are no zone files')
  })

  test('adds nothing when one of several files is invalid', async () => {
    const validFile = await put('good.json', collection(box))
    const invalidFile = await put('bad.json', collection(box, circleZone([-40, -20], 100, { id: 'C', rule: 'maybe' })))
    expect(await zones('add', validFile, invalidFile)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'fairway: nothing was added: bad.json: features[1] (C): properties.rule is "maybe"; allowed: prohibited, authorisation, authorization, conditional, none\n',
    })
    expect(await shelved()).toEqual([])
  })

  test.each<[string, unknown, RegExp]>([
    ['nothing', '', /^bad\.json: is empty; allowed: ED-269 JSON/],
    ['a picture', '\u0089PNG', /^bad\.json: is in an unknown format/],
    ['half of a file', '{"type":"FeatureColl', /^bad\.json: is not valid JSON/],
    [
      'a negative radius',
      collection(circleZone([1, 2], -5, { id: 'C' })),
      /features\[0\] \(C\): properties\.radius_m is -5; allowed/,
    ],
    [
      'no radius',
      collection({ ...circleZone([1, 2], 5, {}), properties: {} }),
      /features\[0\]: properties\.radius_m is missing/,
    ],
    [
      'an invalid position',
      collection(circleZone([91, 2], 5, { id: 'C' })),
      /features\[0\] \(C\): geometry\.coordinates\S* is/,
    ],
    [
      'an outline that crosses itself',
      collection({
        ...box,
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 1],
              [2, 3],
              [2, 1],
              [0, 3],
            ],
          ],
        },
      }),
      /features\[0\] \(BOX\): geometry\.coordinates\S* .*cross/,
    ],
  ])('rejects %s', async (_title, content, why) => {
    const file = await put('bad.json', content)
    const { code, stderr } = await zones('check', file)
    expect(code).toBe(1)
    expect(stderr.replace(/^fairway: /, '')).toMatch(why)
  })

  test('check reports the contents of a file with warnings, and adds nothing', async () => {
    const past = boxZone([-40, -20], [-39, -19], { id: 'PAST', until: '2020-01-01T00:00:00Z' })
    const file = await put('mine.json', collection(past, lane))
    expect((await zones('check', file)).stdout).toBe(
      `${file} is valid: 1 zone, 1 corridor\n  warning: these zones and corridors have expired and will never be in force again: PAST\n`,
    )
    expect(JSON.parse((await zones('check', file, '--json')).stdout)).toEqual({
      sound: true,
      zones: 1,
      corridors: 1,
      attribution: 'Test zones',
      warnings: ['these zones and corridors have expired and will never be in force again: PAST'],
    })
    expect(await shelved()).toEqual([])
  })

  test('rejects files that are missing, too large, or have no usable name', async () => {
    const missing = join(folder.path, 'missing.json')
    expect(await zones('add', missing)).toMatchObject({
      code: 3,
      stderr: `fairway: nothing was added: there is no file ${missing}\n`,
    })
    const large = await put('large.json', '')
    await truncate(large, 64 * 1024 * 1024 + 1)
    expect(await zones('check', large)).toMatchObject({
      code: 1,
      stderr: 'fairway: large.json: has 67108865 bytes; the maximum is 67108864\n',
    })
    const file = await put('mine.json', collection(box))
    const rule = 'at most 64 lowercase letters, digits and hyphens, not starting with a hyphen'
    expect(await zones('add', file, '--name', 'Mine!')).toMatchObject({
      code: 2,
      stderr: `fairway: "Mine!" is not a valid name: ${rule}\n`,
    })
    const strange = await put('ñ.json', collection(box))
    expect((await zones('add', strange)).stderr).toBe(
      `fairway: ${JSON.stringify(strange)} cannot be turned into a name; give one with --name: ${rule}\n`,
    )
    expect(await zones('add', file, large, '--name', 'both')).toMatchObject({
      code: 2,
      stderr: 'fairway: --name works with one file, but 2 are given; add them one by one\n',
    })
    await mkdir(join(folder.path, 'other'))
    const twin = await put('other/Mine.json', collection(box))
    expect(await zones('add', file, twin)).toMatchObject({
      code: 2,
      stderr: `fairway: ${file} and ${twin} would both be called mine; add them one by one with --name\n`,
    })
    expect(await shelved()).toEqual([])
  })

  test('removes nothing when one of the names does not exist', async () => {
    expect(await zones('remove', 'mine')).toMatchObject({
      code: 3,
      stderr: 'fairway: there is no zone file mine; there are none\n',
    })
    await zones('add', await put('a.json', collection(box)))
    expect(await zones('remove', 'a', 'b')).toMatchObject({
      code: 3,
      stderr: 'fairway: there is no zone file b; available: a\n',
    })
    expect(await shelved()).toContain('a.json')
  })

  test('decodes a Latin-1 file, and reports the encoding', async () => {
    const file = join(folder.path, 'alps.txt')
    const text = 'AC R\nAN Zürich Süd\nAL GND\nAH FL95\nV X=47:00:00 N 008:30:00 E\nDC 2\n'
    await writeFile(file, Buffer.from(text, 'latin1'))
    const warning = 'alps.txt is not UTF-8; it was read as Latin-1 (Windows-1252): check the accented letters'
    expect((await zones('check', file)).stdout).toContain(`1 zone, 0 corridors\n  warning: ${warning}`)
    await zones('add', file)
    expect(await readFile(join(folder.path, 'data/zones/alps.txt'), 'utf8')).toBe(text)
  })

  test('lists a file that became invalid as not in force', async () => {
    await zones('add', await put('a.json', collection(box)))
    await writeFile(join(folder.path, 'data/zones/b.json'), '[')
    const { stdout } = await zones('list')
    expect(stdout).toContain('\na     1      0')
    expect(stdout).toMatch(/\nNot in force: b: b: is not valid JSON/)
  })
})
