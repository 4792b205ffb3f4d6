import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedPath } from '@fairway/geo/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NODE_MEMBER, type OsmBlock, WAY_MEMBER } from '../block.ts'
import { blob, denseNodes, header, sampleBlock, strings, stringTable } from '../testing/pbf-writer.ts'
import { bytesField } from '../testing/protobuf-writer.ts'
import { UnreadableExtract } from '../unreadable-extract.ts'
import { decodeBlob, readBlobs } from './pbf.ts'

async function readAll(file: string): Promise<OsmBlock[]> {
  const blocks: OsmBlock[] = []
  for await (const one of readBlobs(file)) {
    const block = decodeBlob(file, one)
    if (block) blocks.push(block)
  }
  return blocks
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairway-pbf-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(content: readonly number[]): Promise<string> {
  const file = join(folder, `${Math.floor(performance.now() * 1000)}.osm.pbf`)
  await writeFile(file, Uint8Array.from(content))
  return file
}

describe('file', () => {
  test.each([true, false])('is read completely, compressed: %s', async (compressed) => {
    const blocks = await readAll(
      await fileOf([...header(), ...blob('OSMData', sampleBlock, compressed), ...blob('Other', [1])]),
    )
    expect(blocks.length).toBe(1)
    const [block] = blocks
    expect(block?.strings).toEqual(strings)
    expect([...(block?.nodes.id ?? [])]).toEqual([100, 7_000_000_000, -5, 9])
    expect([...(block?.nodes.latitude ?? [])]).toEqual([411_500_000, -348_900_000, 411_600_001, 10])
    expect([...(block?.nodes.longitude ?? [])]).toEqual([-86_100_000, -561_700_000, -86_200_000, -20])
    expect([...(block?.nodes.tags.first ?? [])]).toEqual([0, 0, 1, 1, 1])
    expect([...(block?.ways.id ?? [])]).toEqual([-42])
    expect([...(block?.ways.ref ?? [])]).toEqual([100, 7_000_000_000, -5])
    expect([...(block?.ways.tags.key ?? [])].map((key) => strings[key])).toEqual(['highway', 'name'])
    expect([...(block?.relations.member ?? [])]).toEqual([100, -42])
    expect([...(block?.relations.memberType ?? [])]).toEqual([NODE_MEMBER, WAY_MEMBER])
    expect([...(block?.relations.memberRole ?? [])].map((role) => strings[role])).toEqual(['via', 'from'])
  })

  test.each([
    ['is empty', [], 'byte 0: the file is empty'],
    ['is something else', [...Buffer.from('<?xml version="1.0"?><osm/>')], 'this is not an .osm.pbf file'],
    ['requires an unsupported feature', header('LocationsOnWays'), 'requires the feature LocationsOnWays'],
    [
      'refers to a string that does not exist',
      [...header(), ...blob('OSMData', [...stringTable.slice(0, 2), 0, ...bytesField(2, denseNodes)])],
      'download it again',
    ],
  ])('that %s is rejected with name and offset', async (_title, content, message) => {
    const file = await fileOf(content)
    const error = await readAll(file).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreadableExtract)
    expect((error as Error).message).toContain(file)
    expect((error as Error).message).toContain(message)
  })

  test('that is truncated anywhere or has a flipped byte is either read or rejected', async () => {
    const file = [...header(), ...blob('OSMData', sampleBlock)]
    for (let length = 1; length < file.length; length++) {
      const cut = await readAll(await fileOf(file.slice(0, length))).catch((thrown: unknown) => thrown)
      if (length !== header().length) expect(cut, `cut at ${length}`).toBeInstanceOf(UnreadableExtract)
    }
    for (let index = 0; index < file.length; index++) {
      const turned = file.map((byte, at) => (at === index ? byte ^ 0xff : byte))
      const result = await readAll(await fileOf(turned)).catch((thrown: unknown) => thrown)
      expect(Array.isArray(result) || result instanceof UnreadableExtract, `byte ${index}: ${result}`).toBe(true)
    }
  })
})

const roads = sharedPath('data/roads')
const present = existsSync(join(roads, 'monaco-2025.osm.pbf'))
if (!present) console.warn('\n*** SKIPPED: real extracts are not next to the repository (../shared/data/roads) ***\n')

describe.skipIf(!present)('real extract', () => {
  test.each([
    ['monaco-2025', { nodes: 40_995, ways: 6028, relations: 309 }],
    ['porto-r5', { nodes: 347_944, ways: 51_458, relations: 357 }],
  ])('%s has all its elements', async (name, expected) => {
    const blocks = await readAll(join(roads, `${name}.osm.pbf`))
    const count = (of: (block: OsmBlock) => { length: number }) =>
      blocks.reduce((sum, block) => sum + of(block).length, 0)
    expect({
      nodes: count((block) => block.nodes.id),
      ways: count((block) => block.ways.id),
      relations: count((block) => block.relations.id),
    }).toEqual(expected)
  })
})
