import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { OsmBlock } from '../block.ts'
import { readExtract } from '../read-extract.ts'
import { collect, toElements } from '../testing/elements.ts'
import { randomElements, toBlock } from '../testing/random-elements.ts'
import { temporaryFiles } from '../testing/temporary-files.ts'
import { findTimestamp } from './pbf-header.ts'
import { writePbf } from './write-pbf.ts'

const files = temporaryFiles()

async function* stream(blocks: readonly OsmBlock[]): AsyncGenerator<OsmBlock> {
  yield* blocks
}

test('the reader returns what was written, with versions and IDs beyond 2^33', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = seededRandom(seed)
    const parts = Array.from({ length: 7 }, () => randomElements(random, 30))
    const versionOf = (_: string, id: number) => ({ version: seed % 3 === 0 ? 0 : 1 + (id % 5), isDeleted: false })
    const blocks = parts.map((part) => toBlock(part, versionOf))
    const file = files.path('written.osm.pbf')
    await writePbf(file, stream(blocks), undefined)
    const read = await collect(readExtract(file, { threads: 1, withVersions: true }))
    expect(toElements(read), `seed ${seed}`).toEqual(toElements(blocks))
    const versions = (list: readonly OsmBlock[]) =>
      (['nodes', 'ways', 'relations'] as const).map((kind) =>
        list.flatMap((block) => [...(block[kind].versions?.version ?? [])]),
      )
    expect(versions(read), `seed ${seed}`).toEqual(versions(blocks))
  }
})

test('negative IDs and coordinates at the limits stay exact', async () => {
  const elements = {
    nodes: [
      { id: -7, at: [90, -180] as [number, number], tags: {} },
      { id: 2 ** 50, at: [-90, 180] as [number, number], tags: {} },
    ],
    ways: [{ id: -8, refs: [-7, 2 ** 50, -7], tags: {} }],
    relations: [{ id: -9, members: [[1, -8, ''] as [number, number, string]], tags: {} }],
  }
  const file = files.path('limits.osm.pbf')
  await writePbf(file, stream([toBlock(elements)]), undefined)
  expect(toElements(await collect(readExtract(file)))).toEqual(elements)
})

test('the header has the time of the data, if it is known', async () => {
  const file = files.path('dated.osm.pbf')
  await writePbf(file, stream([]), '2026-11-16T20:21:22.000Z')
  expect(await findTimestamp(file)).toBe('2026-11-16T20:21:22.000Z')
  await writePbf(file, stream([]), undefined)
  expect(await findTimestamp(file)).toBeUndefined()
})
