import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatasetUnreadable } from './dataset-unreadable.ts'
import { DATASET_FORMAT, encodeHeader } from './header.ts'
import { getSection, readSections, viewSections } from './read-sections.ts'
import type { TypedArray } from './typed-array.ts'
import { writeSections } from './write-sections.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairway-format-'))
  file = join(folder, 'roads.bin')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const sample: [string, TypedArray][] = [
  ['nodes.latitude', Int32Array.of(41_150_000, -34_890_000, 0)],
  ['nodes.flags', Uint8Array.of(1, 2, 3, 4, 5)],
  ['empty', new Float64Array(0)],
  ['edges.way', Float64Array.of(2 ** 40, -1.5, Number.NaN)],
  ['big', BigUint64Array.of(2n ** 63n)],
]

/** Returns the error that reading the file throws, and fails the test if no error is thrown. */
async function refusal(options = {}): Promise<DatasetUnreadable> {
  const error: unknown = await readSections(file, options).then(
    () => undefined,
    (one) => one,
  )
  expect(error).toBeInstanceOf(DatasetUnreadable)
  return error as DatasetUnreadable
}
async function flip(offset: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[offset] ^= 1
  await writeFile(file, bytes)
}

describe('writing and reading', () => {
  const elements: Record<string, fc.Arbitrary<TypedArray>> = {
    u8: fc.uint8Array({ maxLength: 200 }),
    i8: fc.int8Array({ maxLength: 200 }),
    u16: fc.uint16Array({ maxLength: 200 }),
    i16: fc.int16Array({ maxLength: 200 }),
    u32: fc.uint32Array({ maxLength: 200 }),
    i32: fc.int32Array({ maxLength: 200 }),
    f32: fc.float32Array({ maxLength: 200 }),
    f64: fc.float64Array({ maxLength: 200 }),
    u64: fc.bigUint64Array({ maxLength: 200 }),
    i64: fc.bigInt64Array({ maxLength: 200 }),
  }

  test.each([true, false])('round-trips any sections of any type, shared %s', async (shared) => {
    const sections = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
      fc.oneof(...Object.values(elements)),
      { maxKeys: 12, noNullPrototype: true },
    )
    await fc.assert(
      fc.asyncProperty(sections, async (given) => {
        await writeSections(file, Object.entries(given))
        const read = await readSections(file, { shared })
        expect([...read]).toEqual(Object.entries(given))
      }),
      { numRuns: 60 },
    )
  })

  test('reads into one shared buffer, at multiples of 64 bytes', async () => {
    await writeSections(file, sample)
    const sections = [...(await readSections(file, { shared: true })).values()]
    expect(new Set(sections.map((array) => array.buffer)).size).toBe(1)
    expect(sections[0]?.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(sections.map((array) => array.byteOffset % 64)).toEqual(sample.map(() => 0))
  })

  test('writes subarrays as such, including shared ones', async () => {
    const source = new Uint16Array(new SharedArrayBuffer(20)).map((_, index) => index)
    const shared = new Uint16Array(new SharedArrayBuffer(20))
    shared.set(source)
    await writeSections(file, [['part', shared.subarray(3, 6)]])
    expect([...(await readSections(file))]).toEqual([['part', Uint16Array.of(3, 4, 5)]])
  })

  test('writes a section before the next one is requested', async () => {
    const events: string[] = []
    function* lazily(): Generator<[string, TypedArray]> {
      for (const name of ['a', 'b']) {
        events.push(name)
        // The generator reuses its buffer, so a section that is written too late would contain the bytes of the next
        // section.
        reused.fill(events.length)
        yield [name, reused]
      }
    }
    const reused = new Uint32Array(4)
    await writeSections(file, lazily())
    const read = await readSections(file)
    expect([read.get('a'), read.get('b')]).toEqual([new Uint32Array(4).fill(1), new Uint32Array(4).fill(2)])
  })

  test('lets another thread view the same memory', async () => {
    await writeSections(file, sample)
    const flags = getSection(await readSections(file, { shared: true }), 'nodes.flags', Uint8Array)
    const source = `
      const { parentPort, workerData } = require('node:worker_threads')
      import(workerData.module).then(({ viewSections }) => {
        viewSections('roads.bin', workerData.buffer).get('nodes.flags')[0] = 77
        parentPort.postMessage('done')
      })`
    const module = new URL('./read-sections.ts', import.meta.url).href
    const thread = new Worker(source, { eval: true, workerData: { buffer: flags.buffer, module } })
    await new Promise((resolve, reject) => thread.on('message', resolve).on('error', reject))
    expect(flags[0]).toBe(77)
    await thread.terminate()
  })
})

describe('compiler bugs', () => {
  test('include two sections with the same name', async () => {
    const twice = [...sample, ...sample.slice(0, 1)]
    await expect(writeSections(file, twice)).rejects.toThrow('there are two sections "nodes.latitude"')
  })

  test.each(['', 'x'.repeat(256)])('include the section name "%s"', async (name) => {
    await expect(writeSections(file, [[name, Uint8Array.of(1)]])).rejects.toThrow('a section cannot be named')
  })

  test('include a section that is missing or of another type', async () => {
    await writeSections(file, sample)
    const sections = await readSections(file)
    expect(() => getSection(sections, 'nodes.longitude', Int32Array)).toThrow(
      'section nodes.longitude should be of type Int32Array but is missing; was DATASET_FORMAT not incremented?',
    )
    expect(() => getSection(sections, 'nodes.latitude', Uint32Array)).toThrow('but is of type Int32Array')
  })
})

describe('unusable file, rejected with its name, the offset and a remedy', () => {
  const remedy = 'rebuild it with: fairway compile <extract> --region NAME'

  test('is missing', async () => {
    await rm(file, { force: true })
    expect(await refusal()).toMatchObject({
      kind: 'missing',
      file,
      message: `${file}, byte 0: there is no such file; ${remedy}`,
    })
  })

  test.each(['', 'PNG', 'an extract or a holiday picture '.repeat(10)])('is something else: "%s"', async (content) => {
    await writeFile(file, content)
    expect(await refusal()).toMatchObject({
      kind: 'not-a-dataset',
      message: `${file}, byte 0: this is not a dataset file; ${remedy}`,
    })
  })

  test('has another version, regardless of the bytes that follow', async () => {
    const next = DATASET_FORMAT + 1
    const header = { sectionCount: 0, fileBytes: 64, tableOffset: 64, tableBytes: 0, tableSum: 0 }
    const bytes = encodeHeader(header, next).fill(255, 12)
    await writeFile(file, bytes)
    expect(await refusal({ region: 'porto' })).toMatchObject({
      kind: 'other-version',
      message: `${file}, byte 8: the file was compiled with format ${next}, but this server reads ${DATASET_FORMAT}; rebuild it with: fairway compile <extract> --region porto`,
    })
  })

  test('is truncated at any byte', async () => {
    await writeSections(file, sample)
    const source = await readFile(file)
    for (let size = source.length - 1; size >= 8; size -= 7) {
      await truncate(file, size)
      expect(await refusal()).toMatchObject({ kind: 'truncated', offset: size, remedy })
    }
    await writeFile(file, source.subarray(0, 100))
    expect((await refusal()).message).toContain(`byte 100: the file ends here, ${source.length - 100} bytes too early`)
  })

  test('was not written completely', async () => {
    function* broken(): Generator<[string, TypedArray]> {
      yield ['first', new Uint8Array(1000).fill(1)]
      throw new Error('out of ideas')
    }
    await expect(writeSections(file, broken())).rejects.toThrow('out of ideas')
    expect((await refusal()).kind).toBe('not-a-dataset')
  })

  test('has trailing bytes', async () => {
    await writeSections(file, sample)
    await writeFile(file, 'x', { flag: 'a' })
    expect((await refusal()).message).toContain('there is extra data at the end of the file')
  })

  test('has a flipped bit in a section, which is named', async () => {
    await writeSections(file, sample)
    const wayColumn = (await readSections(file)).get('edges.way')
    await flip((wayColumn?.byteOffset ?? 0) + 9)
    expect(await refusal()).toMatchObject({
      kind: 'damaged',
      message: `${file}, byte ${wayColumn?.byteOffset}: the checksum of section edges.way is wrong; ${remedy}`,
    })
  })

  test('has any changed byte, except in padding', async () => {
    await writeSections(file, sample)
    const source = await readFile(file)
    const sections = [...(await readSections(file)).values()]
    const inSection = (at: number) =>
      sections.some((one) => at >= one.byteOffset && at < one.byteOffset + one.byteLength)
    const tableOffset = Number(source.readBigUInt64LE(24))
    for (let at = 0; at < source.length; at++) {
      const isPadding = at >= 64 && at < tableOffset && !inSection(at)
      const bytes = Uint8Array.from(source)
      bytes[at] = (bytes[at] ?? 0) ^ 4
      await writeFile(file, bytes)
      if (isPadding) await readSections(file)
      else expect((await refusal()).kind, `byte ${at}`).not.toBe('truncated')
    }
  })

  test('is a view of a damaged table', async () => {
    await writeSections(file, sample)
    const bytes = Uint8Array.from(await readFile(file))
    bytes[bytes.length - 1] = 0
    expect(() => viewSections(file, bytes.buffer)).toThrow('the section table is damaged')
  })
})
