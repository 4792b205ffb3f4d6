import { crc32, gunzipSync } from 'node:zlib'
import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { combineCrc32 } from './crc32-combine.ts'
import { createGzipTrailer, createPiece, GZIP_HEADER, LAST_BLOCK } from './piece.ts'

const SEED = 27

test(`combines checksums like the checksum of the joined bytes, seed ${SEED}`, () => {
  const random = seededRandom(SEED)
  for (let round = 0; round < 50; round++) {
    const [first, second] = [randomBytes(random), randomBytes(random)]
    const combined = combineCrc32(crc32(first), crc32(second), second.length)
    expect(combined).toBe(crc32(Buffer.concat([first, second])))
  }
  expect(combineCrc32(crc32('abc'), crc32(''), 0)).toBe(crc32('abc'))
})

test('joins pieces to one gzip file', () => {
  const texts = ['{"results":[', '1,2,3'.repeat(1000), '', ']}']
  const pieces = texts.map((text) => createPiece(0, text))
  const checksum = pieces.reduce((sum, piece) => combineCrc32(sum, piece.contentCrc32, piece.contentLength), 0)
  const length = pieces.reduce((sum, piece) => sum + piece.contentLength, 0)
  const parts = [GZIP_HEADER, ...pieces.map(({ bytes }) => bytes), LAST_BLOCK, createGzipTrailer(checksum, length)]
  // The call throws if the checksum or the length in the trailer is wrong.
  expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(texts.join(''))
})

function randomBytes(random: () => number): Buffer {
  return Buffer.from(Array.from({ length: Math.floor(random() * 3000) }, () => Math.floor(random() * 256)))
}
