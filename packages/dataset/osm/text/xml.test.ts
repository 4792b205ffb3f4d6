import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { NODE_MEMBER, RELATION_MEMBER, WAY_MEMBER } from '../block.ts'
import { readExtract } from '../read-extract.ts'
import { collect, toElements } from '../testing/elements.ts'
import { temporaryFiles } from '../testing/temporary-files.ts'
import { sampleBzip2, sampleXml } from '../testing/xml-sample.ts'
import { UnreadableExtract } from '../unreadable-extract.ts'

const files = temporaryFiles()

const sample = {
  nodes: [
    { id: 100, at: [41.15, -8.61], tags: { highway: 'crossing' } },
    { id: -5, at: [41.1600001, -8.62], tags: {} },
  ],
  ways: [{ id: -42, refs: [100, -5], tags: { highway: 'residential', name: 'Rua "de Cima" & Ção' } }],
  relations: [
    {
      id: 77,
      members: [
        [WAY_MEMBER, -42, 'from'],
        [NODE_MEMBER, 100, 'via'],
        [RELATION_MEMBER, 78, ''],
      ],
      tags: { type: 'restriction' },
    },
  ],
}

describe('OSM XML', () => {
  test.each([
    ['plain.osm', sampleXml],
    ['with-byte-order-mark.osm', `\ufeff${sampleXml}`],
    ['after-blank-lines.osm', `\n\n${sampleXml.slice(sampleXml.indexOf('<osm'))}`],
    ['packed.osm.gz', gzipSync(sampleXml)],
    ['packed-in-two-parts.osm.gz', Buffer.concat([gzipSync(sampleXml.slice(0, 300)), gzipSync(sampleXml.slice(300))])],
    ['packed.osm.bz2', sampleBzip2],
    ['misnamed.osm.pbf', sampleXml],
  ])('%s is read completely, without deleted elements', async (name, content) => {
    expect(toElements(await collect(readExtract(await files.write(name, content))))).toEqual(sample)
  })

  test('of many blocks keeps its order and loses nothing', async () => {
    const nodes = Array.from(
      { length: 150_000 },
      (_, index) => `<node id="${index + 1}" lat="1" lon="${index / 1e5}"/>`,
    )
    const blocks = await collect(readExtract(await files.write('large.osm', `<osm>${nodes.join('\n')}</osm>`)))
    expect(blocks.length).toBeGreaterThan(1)
    const ids = blocks.flatMap((block) => [...block.nodes.id])
    expect(ids).toEqual(Array.from({ length: 150_000 }, (_, index) => index + 1))
  })

  test.each([
    ['of another kind', '<gpx><trk/></gpx>', 'character 5 (line 1): this is XML of another kind (<gpx>)'],
    ['that is a change file', '<osmChange/>', '<osmChange>'],
    [
      'that is a web page',
      '<!DOCTYPE html>\n<html lang="en"></html>',
      'this is a web page; give an OpenStreetMap extract',
    ],
    [
      'that ends too early',
      '<osm><node id="1" lat="1" lon="1"/>',
      'not valid XML (unclosed tag: osm); the file is damaged',
    ],
    ['with a misplaced bracket', '<osm>\n<<node/></osm>', '(line 2): this is not valid XML'],
    ['with an invalid id', '<osm><way id="1.5"/></osm>', '"1.5" is not a valid id'],
    ['without an id', '<osm><way/></osm>', '"" is not a valid id'],
    ['with a node without a position', '<osm><node id="3"/></osm>', 'node 3 has no valid lat and lon'],
    ['with a node beyond the pole', '<osm><node id="3" lat="91" lon="0"/></osm>', 'node 3 has no valid lat and lon'],
    [
      'with a member of an unknown type',
      '<osm><relation id="3"><member type="area" ref="1"/></relation></osm>',
      'a member cannot have the type "area"',
    ],
    [
      'that Overpass did not finish',
      '<osm><remark> runtime error: Query timed out </remark></osm>',
      'Overpass aborted the query (runtime error: Query timed out); request a smaller area',
    ],
    [
      'that is not UTF-8',
      Buffer.from('<osm><tag k="Rua de S\xe3o"/></osm>', 'latin1'),
      'not UTF-8; the file is damaged',
    ],
  ])('%s is rejected with the position and a remedy', async (_title, content, message) => {
    const file = await files.write('wrong.osm', content)
    const error = await collect(readExtract(file)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreadableExtract)
    expect((error as Error).message).toContain(`${file}, character `)
    expect((error as Error).message).toContain(message)
  })

  test('reports a position in a compressed file as one in the uncompressed content', async () => {
    const file = await files.write('wrong.osm.gz', gzipSync('<osm></oops>'))
    await expect(collect(readExtract(file))).rejects.toThrow('of the decompressed text: this is not valid XML')
  })
})
