import { expect, test } from 'vitest'
import { toFragments, toFrame, toPong } from '../tests/socket-frames.ts'
import { FrameReader } from './frame-reader.ts'

/** Returns the events of frames that arrive in chunks of a size. */
function read(frames: readonly Buffer[], chunkBytes: number): string[] {
  const events: string[] = []
  const reader = new FrameReader({
    beginFrame: (bytes, isFinal) => void events.push(`${bytes}${isFinal ? ' final' : ''}`),
    endMessage: () => void events.push('end'),
  })
  const bytes = Buffer.concat(frames)
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.add(bytes.subarray(at, at + chunkBytes))
  return events
}

test.each([1, 3, 1000, 1_000_000])('finds the same frames in chunks of %i bytes', (chunkBytes) => {
  const frames = [
    toFrame('x'.repeat(125)),
    toFrame(''),
    toFrame('x'.repeat(126)),
    ...toFragments(['a', '', 'b'.repeat(65_535), 'c'.repeat(65_536)]),
    toFrame('x', { opcode: 2 }),
  ]
  expect(read(frames, chunkBytes)).toEqual([
    ...['125 final', 'end'],
    ...['0 final', 'end'],
    ...['126 final', 'end'],
    ...['1', '0', '65535', '65536 final', 'end'],
    ...['1 final', 'end'],
  ])
})

test('pings and pongs between the frames of a message do not end it', () => {
  const [first = Buffer.of(), last = Buffer.of()] = toFragments(['abc', 'de'])
  expect(read([toPong(), first, toPong('x'.repeat(125)), last, toPong()], 7)).toEqual(['3', '2 final', 'end'])
})

test('reports a frame when its header is complete', () => {
  const frame = toFrame('x'.repeat(70_000))
  expect(read([frame.subarray(0, 13)], 13)).toEqual([])
  expect(read([frame.subarray(0, 14)], 13)).toEqual(['70000 final'])
})

test('reads frames without a mask, which the library refuses', () => {
  expect(read([Buffer.of(0x81, 2, 1, 2), toFrame('a')], 1)).toEqual(['2 final', 'end', '1 final', 'end'])
})
