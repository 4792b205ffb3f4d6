import { expect, test } from 'vitest'
import { blob, header } from '../testing/pbf-writer.ts'
import { stringField, varintField } from '../testing/protobuf-writer.ts'
import { temporaryFiles } from '../testing/temporary-files.ts'
import { findTimestamp } from './pbf-header.ts'

const files = temporaryFiles()

function headerWith(seconds: number): Uint8Array {
  return Uint8Array.from(blob('OSMHeader', [...stringField(4, 'OsmSchema-V0.6'), ...varintField(32, seconds)]))
}

test('has the data timestamp of the header', async () => {
  const file = await files.write('dated.osm.pbf', headerWith(1_762_636_857))
  expect(await findTimestamp(file)).toBe('2025-11-08T21:20:57.000Z')
})

test('has no timestamp for a header without one, an invalid one, or other file types', async () => {
  expect(await findTimestamp(await files.write('undated.osm.pbf', Uint8Array.from(header())))).toBeUndefined()
  expect(await findTimestamp(await files.write('far.osm.pbf', headerWith(9e15)))).toBeUndefined()
  expect(await findTimestamp(await files.write('map.osm', Buffer.from('<osm></osm>')))).toBeUndefined()
  expect(await findTimestamp('/no/such/file.osm.pbf')).toBeUndefined()
})
