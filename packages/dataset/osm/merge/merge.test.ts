import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { compileRoads } from '../../compile.ts'
import { toRoadSections } from '../../roads/sections.ts'
import { compileBlock } from '../../testing/compile-block.ts'
import { cutExtract } from '../../testing/cut-extract.ts'
import { parseDrawing } from '../../testing/drawing.ts'
import { buildOsmBlock } from '../../testing/osm-writer.ts'
import type { OsmBlock } from '../block.ts'
import { writePbf } from '../pbf/write-pbf.ts'
import { readExtract } from '../read-extract.ts'
import { collect, type Elements, toElements } from '../testing/elements.ts'
import { blob } from '../testing/pbf-writer.ts'
import { bytesField, deltaEncoded, packedField, stringField, varint } from '../testing/protobuf-writer.ts'
import { randomElements, toBlock, type VersionOf } from '../testing/random-elements.ts'
import { temporaryFiles } from '../testing/temporary-files.ts'
import { elementKinds } from './block-copier.ts'
import { mergeExtracts } from './merge-extracts.ts'
import { mergeSorted } from './merge-sorted.ts'
import { keepNewestVersions } from './newest-versions.ts'

const files = temporaryFiles()

async function* stream(blocks: readonly OsmBlock[]): AsyncGenerator<OsmBlock> {
  yield* blocks
}
const merge = (inputs: readonly (readonly OsmBlock[])[]) =>
  collect(mergeSorted(inputs.map((blocks, index) => ({ file: `${index}.osm.pbf`, blocks: stream(blocks) }))))

/** Splits sorted elements into blocks of random sizes, some of them empty. */
function split(elements: Elements, random: () => number, versionOf: VersionOf): OsmBlock[] {
  return elementKinds.flatMap((kind) => {
    const blocks: OsmBlock[] = []
    for (let begin = 0, list = elements[kind]; begin < list.length; ) {
      const end = begin + Math.floor(random() * 6)
      blocks.push(toBlock({ nodes: [], ways: [], relations: [], [kind]: list.slice(begin, end) }, versionOf))
      begin = end
    }
    return blocks
  })
}

describe('merging sorted files', () => {
  test('yields every element once, in its newest version, like a table of all elements', async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const random = seededRandom(seed)
      const expected = { nodes: new Map(), ways: new Map(), relations: new Map() }
      const inputs = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const elements = randomElements(random, 25)
        const versions = new Map<string, { version: number; isDeleted: boolean }>()
        const versionOf: VersionOf = (kind, id) => {
          const key = `${kind} ${id}`
          const drawn = { version: Math.floor(random() * 3), isDeleted: random() < 0.2 }
          if (!versions.has(key)) versions.set(key, drawn)
          return versions.get(key) ?? drawn
        }
        for (const kind of elementKinds) {
          for (const element of elements[kind]) {
            const { version, isDeleted } = versionOf(kind, element.id)
            const existing = expected[kind].get(element.id)
            if (existing && version !== 0 && version < existing.version) continue
            expected[kind].set(element.id, { version, element: isDeleted ? undefined : element })
          }
        }
        return split(elements, random, versionOf)
      })
      const sorted = (kind: keyof Elements) =>
        [...expected[kind].entries()].sort(([a], [b]) => a - b).flatMap(([, { element }]) => (element ? [element] : []))
      expect(toElements(await merge(inputs)), `seed ${seed}`).toEqual({
        nodes: sorted('nodes'),
        ways: sorted('ways'),
        relations: sorted('relations'),
      })
    }
  })

  const node = (id: number) => ({ id, at: [0, 0] as [number, number], tags: {} })
  const way = (id: number) => ({ id, refs: [1, 2], tags: {} })

  test.each([
    ['nodes', [toBlock({ nodes: [node(5), node(4)], ways: [], relations: [] })], 'node 4 follows node 5'],
    [
      'blocks',
      [[7], [6]].map((ids) => toBlock({ nodes: [], ways: ids.map(way), relations: [] })),
      'way 6 follows way 7',
    ],
    [
      'kinds',
      [toBlock({ nodes: [], ways: [way(1)], relations: [] }), toBlock({ nodes: [node(9)], ways: [], relations: [] })],
      'node 9 follows way 1',
    ],
    ['repeated elements', [toBlock({ nodes: [node(3), node(3)], ways: [], relations: [] })], 'node 3 follows node 3'],
  ])('rejects %s out of order with the two elements and a remedy', async (_, blocks, order) => {
    await expect(merge([[], blocks])).rejects.toThrow(
      `1.osm.pbf: the elements are not sorted: ${order}; sort it with "osmium sort" first`,
    )
  })

  test('rejects elements without an OpenStreetMap ID, because other IDs differ from file to file', async () => {
    const blocks = [toBlock({ nodes: [node(-4)], ways: [], relations: [] })]
    await expect(merge([blocks, []])).rejects.toThrow(
      '0.osm.pbf: node -4 has no OpenStreetMap ID, so it cannot be matched with other files; compile this file alone',
    )
  })

  test('without versions, the extract with the newest data is used, regardless of its position', async () => {
    const write = async (name: string, latitude: number, timestamp: string | undefined) => {
      const block = toBlock({ nodes: [{ id: 1, at: [latitude, 0], tags: {} }], ways: [], relations: [] })
      await writePbf(files.path(name), stream([block]), timestamp)
      return files.path(name)
    }
    const old = await write('old.osm.pbf', 1, '2026-01-01T00:00:00.000Z')
    const recent = await write('recent.osm.pbf', 2, '2026-03-01T00:00:00.000Z')
    const undated = await write('undated.osm.pbf', 3, undefined)
    const latitudeOf = async (extracts: string[]) => {
      const merged = files.path('merged.osm.pbf')
      await mergeExtracts(merged, { extracts, threads: 1, onFraction() {} })
      return toElements(await collect(readExtract(merged))).nodes.map(({ at }) => at[0])
    }
    expect(await latitudeOf([recent, old])).toEqual([2])
    expect(await latitudeOf([old, recent, undated])).toEqual([2])
    expect(await latitudeOf([undated, undated, old])).toEqual([1])
  })
})

describe('a map in four overlapping extracts', () => {
  const points = parseDrawing(
    `
      A---B---C---D
      |   |   |   |
      E---F---G---H
      |   |   |   |
      I---J---K---L
    `,
    200,
    [41, -8],
  )
  const street = { highway: 'residential' }
  const ways = { ABCD: street, EFGH: street, IJKL: street, AEI: street, BFJ: street, CGK: street, DHL: street }
  const relations = [
    {
      tags: { type: 'restriction', restriction: 'no_left_turn' },
      members: [
        ['from', 'way', 'EFGH'],
        ['via', 'node', 'F'],
        ['to', 'way', 'BFJ'],
      ] as const,
    },
  ]
  const whole = buildOsmBlock({ points, nodes: { G: { highway: 'traffic_signals' } }, ways, relations, missing: '' })
  const [north, west] = points.get('A') ?? [0, 0]
  const [south, east] = points.get('L') ?? [0, 0]

  /**
   * Cuts one of four extracts out of the map. Neighboring extracts overlap by a fifth of the width or height of the
   * map.
   */
  async function cut(index: number): Promise<string> {
    const [row, column] = [index >> 1, index & 1]
    const box = {
      south: row === 0 ? south - 0.4 * (south - north) : south,
      north: row === 0 ? north : south - 0.6 * (south - north),
      west: column === 0 ? west : west + 0.4 * (east - west),
      east: column === 0 ? west + 0.6 * (east - west) : east,
    }
    const part = cutExtract([whole], box)
    expect(part.ways.id.length).toBeLessThan(whole.ways.id.length)
    const file = files.path(`part-${index}.osm.pbf`)
    await writePbf(file, stream([part]), undefined)
    return file
  }

  test('compiles to the same sections as the whole map', async () => {
    const extracts = await Promise.all([2, 0, 3, 1].map(cut))
    const merged = files.path('four.osm.pbf')
    await mergeExtracts(merged, { extracts, threads: 1, onFraction() {} })
    const options = { extract: merged, threads: 1, onProgress() {} }
    expect([...toRoadSections(await compileRoads(options))]).toEqual([...toRoadSections(await compileBlock(whole))])
    // A single extract gives a different map, which proves that the comparison can fail.
    const part = await compileRoads({ ...options, extract: extracts[0] ?? '' })
    expect(part.network.arcs.count).toBeLessThan((await compileBlock(whole)).network.arcs.count)
  })
})

describe('a file with the history of the map', () => {
  test('is read with the newest versions only, however the versions are split into blocks', async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const random = seededRandom(seed)
      const newest = new Map<number, { version: number; isDeleted: boolean }>()
      const rows: { id: number; version: number; isDeleted: boolean }[] = []
      for (let id = 1; id <= 8; id++) {
        for (let version = 1; version <= 1 + Math.floor(random() * 4); version++) {
          const row = { id, version, isDeleted: random() < 0.3 }
          rows.push(row)
          newest.set(id, row)
        }
      }
      const blocks: OsmBlock[] = []
      for (let begin = 0; begin < rows.length; ) {
        const end = begin + 1 + Math.floor(random() * 3)
        const part = rows.slice(begin, end)
        const nodes = part.map(({ id, version }) => ({ id, at: [version, 0] as [number, number], tags: {} }))
        const next = part.values()
        blocks.push(
          toBlock({ nodes, ways: [], relations: [] }, () => next.next().value ?? { version: 0, isDeleted: false }),
        )
        begin = end
      }
      const kept = toElements(await collect(keepNewestVersions(stream(blocks)))).nodes
      const expected = [...newest].filter(([, { isDeleted }]) => !isDeleted).map(([id, { version }]) => [id, version])
      expect(
        kept.map(({ id, at }) => [id, at[0]]),
        `seed ${seed}`,
      ).toEqual(expected)
    }
  })

  test('is recognized in .osm.pbf by its header', async () => {
    const dense = bytesField(2, [
      ...packedField(1, deltaEncoded([5, 5, 6, 7, 7])),
      ...bytesField(5, [
        ...packedField(1, [1, 2, 4, 1, 2].map(varint)),
        ...packedField(6, [1, 1, 1, 1, 0].map(varint)),
      ]),
      ...packedField(8, deltaEncoded([10, 20, 30, 40, 0])),
      ...packedField(9, deltaEncoded([0, 0, 0, 0, 0])),
    ])
    const content = [...bytesField(1, stringField(1, '')), ...bytesField(2, dense)]
    const header = (feature: string) =>
      blob('OSMHeader', [...stringField(4, 'OsmSchema-V0.6'), ...stringField(4, feature)])
    const read = async (feature: string) => {
      const bytes = Uint8Array.from([...header(feature), ...blob('OSMData', content)])
      const elements = toElements(await collect(readExtract(await files.write('history.osm.pbf', bytes))))
      return elements.nodes.map(({ id, at }) => [id, at[0] * 1e7])
    }
    expect(await read('HistoricalInformation')).toEqual([
      [5, 20],
      [6, 30],
    ])
    expect(await read('DenseNodes')).toHaveLength(5)
  })

  test('is recognized in XML by its versions', async () => {
    const file = await files.write(
      'history.osm',
      `<osm><node id="1" version="1" lat="1" lon="0"/><node id="1" version="2" lat="2" lon="0"/>
       <node id="2" version="1" lat="3" lon="0"/><node id="2" version="2" visible="false"/>
       <way id="3" version="1"><nd ref="1"/></way><way id="3" version="2" visible="true"><nd ref="1"/><nd ref="2"/></way></osm>`,
    )
    const { nodes, ways } = toElements(await collect(readExtract(file)))
    expect(nodes.map(({ id, at }) => [id, at[0]])).toEqual([[1, 2]])
    expect(ways.map(({ refs }) => refs)).toEqual([[1, 2]])
  })
})
