import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyWater } from '../../../../tests/support/maps/copy-maps.ts'
import { publishMap, square } from '../../../../tests/support/maps/small-map.ts'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { runCommand } from '../testing/run-command.ts'

let folder: TempDir
beforeAll(async () => {
  folder = await createTempDir()
  await Promise.all([
    publishMap(folder.path, 'one', square([10, 20])),
    publishMap(folder.path, 'two', square([-17, 30])),
    copyWater(folder.path),
  ])
})
afterAll(() => folder.dispose())
const run = (...args: string[]) =>
  runCommand(['tiles', 'export', join(folder.path, 'map.pmtiles'), ...args, '--data-dir', folder.path])

test('writes one map into an archive', async () => {
  const { code, stdout, stderr } = await run('--region', 'one', '--max-zoom', '12', '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const summary = JSON.parse(stdout)
  expect(summary).toMatchObject({ file: join(folder.path, 'map.pmtiles'), min_zoom: 0, max_zoom: 12 })
  const archive = await readFile(summary.file)
  expect(archive.toString('latin1', 0, 7)).toBe('PMTiles')
  expect(archive.length).toBe(summary.bytes)
})

test.each([
  [[], 'there are several maps (one, two); choose one with --region, or give --bbox'],
  [
    ['--region', 'one', '--min-zoom', '9', '--max-zoom', '8'],
    '--min-zoom is 9; it must not be greater than --max-zoom (8)',
  ],
  [
    ['--bbox', '-80,-180,80,180', '--max-zoom', '12'],
    /^fairway: the area has \d+ tiles up to zoom level 12; at most 2000000 are allowed: give a smaller --bbox or a lower --max-zoom\n$/,
  ],
  [['--region', 'one', '--max-zoom', '99'], 'It must be a whole number from 0 to'],
  [['--bbox', '10,20,9,21'], 'It must be south,west,north,east in degrees, such as 43.72,7.4,43.76,7.45.'],
  [['--bbox', '10,20,11'], 'It must be south,west,north,east in degrees, such as 43.72,7.4,43.76,7.45.'],
])('rejects %j', async (args, message) => {
  const { code, stdout, stderr } = await run(...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(message)
})
