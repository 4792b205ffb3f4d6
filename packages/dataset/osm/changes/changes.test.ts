import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkChangeSequence } from '../../testing/change-sequence.ts'
import { mergeExtracts } from '../merge/merge-extracts.ts'
import { findTimestamp } from '../pbf/pbf-header.ts'
import { readExtract } from '../read-extract.ts'
import { collect, toElements } from '../testing/elements.ts'
import { temporaryFiles } from '../testing/temporary-files.ts'
import { ChangeSet } from './change-set.ts'
import { parseState, toChangePath } from './replication-state.ts'

const files = temporaryFiles()

test('random change files produce the same map as the changed extract', async () => {
  await files.write('folder', '')
  for (let seed = 1; seed <= 8; seed++) {
    expect(await checkChangeSequence(seed, files.path('.')), `seed ${seed}`).toBeUndefined()
  }
})

describe('changes', () => {
  async function apply(base: string, ...changes: (string | Uint8Array)[]) {
    const extract = await files.write('base.osm', `<osm>${base}</osm>`)
    const changeFiles: string[] = []
    for (const [index, content] of changes.entries()) changeFiles.push(await files.write(`${index}.osc`, content))
    const target = files.path('changed.osm.pbf')
    await mergeExtracts(target, { extracts: [extract], changes: changeFiles, threads: 1, onFraction() {} })
    const { nodes } = toElements(await collect(readExtract(target)))
    return nodes.map(({ id, at }) => [id, at[0]])
  }
  const node = (id: number, version: number, lat: number) =>
    `<node id="${id}" version="${version}" lat="${lat}" lon="0" timestamp="2026-11-0${version}T10:00:00Z"/>`
  const change = (content: string) => `<osmChange version="0.6">${content}</osmChange>`

  test('do not replace a newer version in the extract', async () => {
    expect(await apply(node(1, 5, 1), change(`<modify>${node(1, 4, 2)}</modify>`))).toEqual([[1, 1]])
    expect(await apply(node(1, 5, 1), change(`<modify>${node(1, 6, 2)}</modify>`))).toEqual([[1, 2]])
    expect(await apply(node(1, 5, 1), change('<delete><node id="1" version="4"/></delete>'))).toEqual([[1, 1]])
    expect(await apply(node(1, 5, 1), change('<delete><node id="1" version="6"/></delete>'))).toEqual([])
  })

  test('of one element are ordered by version, regardless of the file order', async () => {
    const [third, second] = [change(`<modify>${node(1, 3, 3)}</modify>`), change(`<modify>${node(1, 2, 2)}</modify>`)]
    expect(await apply(node(1, 1, 1), third, gzipSync(second))).toEqual([[1, 3]])
    const deleted = change('<delete><node id="1" version="2"/></delete>')
    expect(await apply(node(1, 1, 1), deleted, change(`<create>${node(1, 3, 4)}</create>`))).toEqual([[1, 4]])
  })

  test('set the time of the data to that of the last change', async () => {
    await apply(node(1, 1, 1), change(`<modify>${node(1, 3, 3)}${node(2, 2, 2)}</modify>`))
    expect(await findTimestamp(files.path('changed.osm.pbf'))).toBe('2026-11-03T10:00:00.000Z')
  })

  test.each([
    [
      'an unknown section',
      change('<augment/>'),
      'a change file cannot contain <augment>; expected <create>, <modify> or <delete>',
    ],
    [
      'an unknown element',
      change('<create><area id="1"/></create>'),
      '<create> cannot contain <area>; expected <node>, <way> or <relation>',
    ],
    ['a node without a position', change('<create><node id="7"/></create>'), 'node 7 has no valid lat and lon'],
    ['a map instead of changes', '<osm/>', 'this is XML of another kind (<osm>); give an OpenStreetMap change file'],
    ['a truncated file', '<osmChange><create>', 'this is not valid XML (unclosed tag: create)'],
    ['a truncated compressed file', gzipSync(change('')).subarray(0, 30), 'cannot be decompressed with gzip'],
    ['an empty file', '', 'the file is empty'],
    ['JSON', '{}', 'this is not valid XML'],
    ['an image', Buffer.from('\x89PNG', 'latin1'), 'this is a PNG image'],
  ])('with %s are rejected with a remedy', async (_, content, message) => {
    const file = await files.write('wrong.osc', content)
    await expect(new ChangeSet().read(file)).rejects.toThrow(message)
    await expect(new ChangeSet().read(file)).rejects.toThrow(file)
  })

  test('may contain the bounds of the extract', async () => {
    expect(await apply('', change(`<bounds minlat="0"><node/></bounds><create>${node(1, 1, 1)}</create>`))).toEqual([
      [1, 1],
    ])
  })

  test('passed as an extract are rejected with the option to use', async () => {
    const file = await files.write('day.osc', change(''))
    await expect(collect(readExtract(file))).rejects.toThrow(
      'this is a change file (<osmChange>); give an extract, and the changes to it with --changes',
    )
  })
})

describe('the state of published changes', () => {
  test('is read from a properties file with escaped colons', () => {
    const text = '#Tue Nov 17\r\nsequenceNumber=4321\r\ntimestamp=2026-11-16T21\\:21\\:02Z\r\n'
    expect(parseState(text)).toEqual({ sequence: 4321, timestamp: '2026-11-16T21:21:02Z' })
  })

  test.each([
    '',
    '<html>',
    'sequenceNumber=4321',
    'sequenceNumber=-1\ntimestamp=2026-11-16T00:00:00Z',
    'timestamp=x\nsequenceNumber=1',
  ])('is not read from %j', (text) => expect(parseState(text)).toBeUndefined())

  test.each([
    [0, '000/000/000'],
    [4321, '000/004/321'],
    [999_999_999, '999/999/999'],
    [1_000_000_000, '1000/000/000'],
  ])('puts change %d at %s', (sequence, path) => expect(toChangePath(sequence)).toBe(path))
})
