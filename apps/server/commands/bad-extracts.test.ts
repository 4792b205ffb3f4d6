import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatasetStore, listEmbeddedExtracts, readSections } from '@fairway/dataset'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../tests/support/servers/temp-dir.ts'
import { compileExtract } from './compile-extract.ts'
import { runCommand } from './testing/run-command.ts'

/** Tests unusual and damaged extracts with the real compiler. */

let folder: TempDir
let dataDir: string
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = join(folder.path, 'data')
})
afterEach(() => folder.dispose())

async function write(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder.path, name), content)
  return join(folder.path, name)
}
const compile = (file: string, region = 'porto') =>
  runCommand(['compile', file, '--region', region, '--data-dir', dataDir], compileExtract)

const node = (id: number, lat: number, extra = '') => `<node id="${id}" lat="${lat}" lon="-8" ${extra}/>`
const way = (id: number, refs: readonly number[], extra = '') =>
  `<way id="${id}" ${extra}>${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="highway" v="primary"/></way>`
const nodes = [node(1, 41), node(2, 41.01), node(3, 41.02)]
const sorted = `<osm>${nodes.join('')}${way(1, [1, 2])}${way(2, [2, 3])}</osm>`

async function readRoads(content: string, region: string) {
  const { code, stderr } = await compile(await write(`${region}.osm`, content), region)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const dataset = await new DatasetStore(dataDir).findCurrent(region)
  return await readSections(join(dataset?.folder ?? '', 'roads.bin'))
}

describe('unusual extracts compile like ordinary ones', () => {
  test('with ways before nodes, with older and deleted versions, and with nodes that are missing', async () => {
    const expected = await readRoads(sorted, 'sorted')
    const unsorted = `<osm>${way(1, [1, 2])}${way(2, [2, 3])}${[...nodes].reverse().join('')}</osm>`
    expect(await readRoads(unsorted, 'unsorted')).toEqual(expected)
    const deleted = 'visible="false"'
    const history = `<osm>${node(1, 40, 'version="1"')}${node(1, 41, 'version="2"')}${node(2, 41.01)}${node(3, 41.02)}
      <node id="4" version="2" ${deleted}/>${way(1, [1, 2])}${way(2, [2, 1], 'version="1"')}${way(2, [2, 3], 'version="2"')}
      ${way(3, [1, 3], 'version="1"')}<way id="3" version="2" ${deleted}/></osm>`
    expect(await readRoads(history, 'history')).toEqual(expected)
    const missing = sorted.replace('<nd ref="3"/>', '<nd ref="3"/><nd ref="99"/>')
    expect(await readRoads(missing, 'missing')).toEqual(expected)
  })

  test('with IDs above 2^33, which only appear as the IDs of the roads', async () => {
    const expected = await readRoads(sorted, 'small')
    const large = sorted.replace(/(id|ref)="(\d)"/g, (_, name, id) => `${name}="${2 ** 34 + Number(id)}"`)
    const sections = await readRoads(large, 'large')
    const different = [...expected].filter(([name, array]) => !isEqual(array, sections.get(name))).map(([name]) => name)
    expect(different.filter((name) => !/(shapeId|way)$/.test(name))).toEqual([])
    expect(sections.get('edges.way')?.[0]).toBe(Number(expected.get('edges.way')?.[0]) + 2 ** 34)
  })
})

function isEqual(a: ArrayLike<unknown>, b: ArrayLike<unknown> | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

describe('damaged extracts', () => {
  afterEach(async () => expect(await new DatasetStore(dataDir).list()).toEqual([]))

  test.each([
    ['of 0 bytes', '', 2, ', byte 0: the file is empty; the file is damaged or incomplete; download it again'],
    ['without roads', `<osm>${nodes.join('')}</osm>`, 1, ' has no roads for cars; check that it is the right extract'],
    ['that are cut off', sorted.slice(0, -30), 1, ': this is not valid XML (unclosed tag'],
    ['with an ID that is not a number', '<osm><way id="1e400"/></osm>', 1, '"1e400" is not a valid id'],
    [
      'that are change files',
      '<osmChange/>',
      1,
      'this is a change file (<osmChange>); give an extract, and the changes',
    ],
  ])('%s end with exit code and reason', async (_, content, code, message) => {
    const file = await write('damaged.osm', content)
    const result = await compile(file)
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
    expect(result.stderr).toContain(file)
  })

  test('in .osm.pbf that are cut off name the byte', async () => {
    const { extract } = listEmbeddedExtracts()[0]
    const file = join(folder.path, 'cut.osm.pbf')
    await copyFile(extract, file)
    await writeFile(file, (await readFile(extract)).subarray(0, 300_000))
    expect(await compile(file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /cut\.osm\.pbf, byte \d+: the file ends in the middle of a block of \d+ bytes; the file is damaged/,
      ),
    })
  })
})
