import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sharedPath } from '@fairway/geo/testing'
import { describe, expect, test } from 'vitest'
import { readExtract } from './read-extract.ts'
import { collect, toElements } from './testing/elements.ts'
import { blob, header, sampleBlock } from './testing/pbf-writer.ts'
import { temporaryFiles } from './testing/temporary-files.ts'
import { sampleBzip2, sampleXml } from './testing/xml-sample.ts'
import { UnreadableExtract } from './unreadable-extract.ts'

const files = temporaryFiles()
const samplePbf = Uint8Array.from([...header(), ...blob('OSMData', sampleBlock)])
const geojson = JSON.stringify({ features: [{ id: 'node/1', geometry: { type: 'Point', coordinates: [1, 2] } }] })

async function failureOf(file: string): Promise<UnreadableExtract> {
  const error = await collect(readExtract(file)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnreadableExtract)
  return error as UnreadableExtract
}

describe('format detection', () => {
  test.each([
    ['an .osm.pbf', samplePbf],
    ['XML', sampleXml],
    ['XML in gzip', gzipSync(sampleXml)],
    ['XML in bzip2', sampleBzip2],
    ['JSON', geojson],
    ['JSON in gzip', gzipSync(geojson)],
  ])('uses the content when the name is inconclusive: %s', async (_title, content) => {
    expect((await collect(readExtract(await files.write('download', content)))).length).toBeGreaterThan(0)
  })

  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  test.each([
    ['map.osm.pbf', png, 'byte 0: this is a PNG image; give an OpenStreetMap extract (.osm.pbf, .osm,'],
    ['map.zip', 'PK\x03\x04...', 'byte 0: this is a ZIP archive; decompress it first'],
    [
      'map.o5m',
      Uint8Array.from([0xff, 0xe0, 4]),
      'byte 0: this is an .o5m file; convert it to .osm.pbf with osmconvert',
    ],
    ['map.mbtiles', 'SQLite format 3\0', 'byte 0: this is an SQLite database'],
    ['map.osm.pbf.gz', gzipSync(samplePbf), 'byte 0: this is an .osm.pbf compressed with gzip; decompress it first'],
    ['map.gz', gzipSync('id,name'), 'byte 0: this is neither XML nor JSON; give an OpenStreetMap extract'],
    ['map.csv', 'id,name', 'byte 0: the format of this file is unknown; give an OpenStreetMap extract'],
    ['noise.osm.pbf', 'id,name', 'byte 0: a block header cannot have 1768172654 bytes; this is not an .osm.pbf'],
    ['empty.osm.pbf', '', 'byte 0: the file is empty; the file is damaged or incomplete; download it again'],
    ['empty.osm', '', 'byte 0: the file is empty; the file is damaged or incomplete; download it again'],
    ['blank.osm', ' \n\t\n', 'byte 0: the file contains no text; the file is damaged'],
    ['blank.osm.gz', gzipSync(' '.repeat(5_000_000)), 'byte 0: the file contains no text; the file is damaged'],
    ['empty.osm.gz', gzipSync(''), 'byte 0: the file contains no text; the file is damaged'],
  ])('reports a wrong format with a remedy: %s', async (name, content, message) => {
    const file = await files.write(name, content)
    expect((await failureOf(file)).message).toContain(`${file}, ${message}`)
  })
})

describe('unreadable path', () => {
  test('is reported as missing', async () => {
    const file = files.path('nowhere.osm.pbf')
    expect((await failureOf(file)).message).toBe(`${file}: there is no such file; check the path`)
    const inFile = join(await files.write('a.osm', sampleXml), 'b.osm')
    expect((await failureOf(inFile)).message).toBe(`${inFile}: there is no such file; check the path`)
  })

  test('is reported as a folder without tiles', async () => {
    await mkdir(files.path('no-tiles'))
    expect((await failureOf(files.path('no-tiles'))).message).toContain(
      'no-tiles: the folder contains no .mvt files; give',
    )
  })

  test('does not block when it is a pipe', async () => {
    execFileSync('mkfifo', [files.path('pipe.osm')])
    expect((await failureOf(files.path('pipe.osm'))).message).toContain('pipe.osm: this is neither a file nor a folder')
  })
})

/**
 * Returns the first 16 offsets of a file, every eleventh offset and the last one. The test writes a file per offset, so
 * it does not test all of them.
 */
function someOf(length: number): number[] {
  return Array.from({ length }, (_, at) => at).filter((at) => at < 16 || at % 11 === 0 || at === length - 1)
}

describe('truncated file', () => {
  const oneLineXml = sampleXml.replaceAll('\n', ' ').trimEnd()
  test.each([
    ['cut.osm', Buffer.from(oneLineXml)],
    ['cut.osm.gz', gzipSync(sampleXml)],
    ['cut.osm.bz2', sampleBzip2],
    ['cut.geojson', Buffer.from(geojson)],
  ])('is rejected at any length: %s', async (name, whole) => {
    for (const length of someOf(whole.length)) {
      const { message } = await failureOf(await files.write(name, whole.subarray(0, length)))
      expect(message, `cut at ${length}`).toMatch(/cut\.\S+, (byte|character) \d+.*: .*; /)
    }
  })

  test('is rejected unless it ends at a block boundary: cut.osm.pbf', async () => {
    for (const length of someOf(samplePbf.length)) {
      if (length !== header().length) await failureOf(await files.write('cut.osm.pbf', samplePbf.subarray(0, length)))
    }
  })
})

test('either reads or rejects a compressed file with a flipped byte', async () => {
  for (const [name, whole] of [
    ['turned.osm.gz', gzipSync(sampleXml)],
    ['turned.osm.bz2', sampleBzip2],
  ] as const) {
    for (const at of someOf(whole.length)) {
      const turned = whole.map((byte, index) => (index === at ? byte ^ 0xff : byte))
      const reading = collect(readExtract(await files.write(name, turned)))
      const result = await reading.catch((thrown: unknown) => thrown)
      expect(Array.isArray(result) || result instanceof UnreadableExtract, `byte ${at}: ${result}`).toBe(true)
    }
  }
})

describe('reading', () => {
  const manyNodes = Array.from({ length: 200_000 }, (_, index) => `<node id="${index + 1}" lat="1" lon="1"/>`).join(
    '\n',
  )
  const large = `<osm>${manyNodes}</osm>`

  test.each([
    ['told.osm.pbf', samplePbf],
    ['told.osm', large],
    ['told.osm.gz', gzipSync(large)],
    ['told.geojson', geojson],
  ])('reports progress up to the end: %s', async (name, content) => {
    const heard: [number, number][] = []
    await collect(readExtract(await files.write(name, content), { onProgress: (...both) => heard.push(both) }))
    const size = Buffer.byteLength(content)
    expect(heard.at(-1)).toEqual([size, size])
    expect(heard.map(([read]) => read)).toEqual(heard.map(([read]) => read).sort((a, b) => a - b))
  })

  test.skipIf(!existsSync('/proc/self/fd')).each([
    ['stopped.osm', large],
    ['stopped.osm.gz', gzipSync(large)],
    ['stopped.osm.pbf', samplePbf],
  ])('closes the file when the caller stops early: %s', async (name, content) => {
    const file = await files.write(name, content)
    for await (const block of readExtract(file)) {
      expect(block.nodes.id.length).toBeGreaterThan(0)
      break
    }
    // A stream closes its file shortly after it is destroyed.
    await expect.poll(() => isOpen(file)).toBe(false)
  })

  test.skipIf(!existsSync('/proc/self/fd')).each([
    ['broken.osm', `<osm><<${large}`],
    ['broken.osm.gz', gzipSync(`<osm><<${large}`)],
    ['broken.geojson', `{"features":[${' '.repeat(1_000_000)}`],
    ['broken.osm.bz2', sampleBzip2.subarray(0, 200)],
    ['broken.osm.pbf', samplePbf.subarray(0, 100)],
  ])('closes the file when it is damaged: %s', async (name, content) => {
    const file = await files.write(name, content)
    await failureOf(file)
    await expect.poll(() => isOpen(file)).toBe(false)
  })

  test('waits for the caller: a large file is not read ahead', async () => {
    let readBytes = 0
    // The reader always loads one extra block, because that block can contain other versions of the same element.
    const larger = `<osm>${manyNodes.repeat(2)}</osm>`
    const file = await files.write('slow.osm', larger)
    const blocks = readExtract(file, {
      onProgress: (read) => {
        readBytes = read
      },
    })
    await blocks.next()
    expect(readBytes).toBeLessThan(larger.length * 0.8)
    await blocks.return(undefined)
  })
})

async function isOpen(file: string): Promise<boolean> {
  const open = await readdir('/proc/self/fd')
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.includes(file)
}

const roads = sharedPath('data/roads')
const present = existsSync(join(roads, 'monaco-2025.osm.pbf'))
if (!present) console.warn('\n*** SKIPPED: real extracts are not next to the repository (../shared/data/roads) ***\n')

test.skipIf(!present)('finds all nodes of the roads in a real extract', async () => {
  const { nodes, ways } = toElements(await collect(readExtract(join(roads, 'monaco-2025.osm.pbf'))))
  const nodeIds = new Set(nodes.map(({ id }) => id))
  const highways = ways.filter(({ tags }) => tags.highway)
  expect(highways.length).toBeGreaterThan(1000)
  expect(highways.flatMap(({ refs }) => refs).filter((ref) => !nodeIds.has(ref))).toEqual([])
})
