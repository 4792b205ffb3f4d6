import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BodyTooLargeError, limitBody } from './body-limit.ts'

const chunks = () => Readable.from([Buffer.alloc(600), Buffer.alloc(400)])

test('reads a body of unknown length up to the limit, and no further', async () => {
  expect(await buffer(limitBody({ headers: {} }, chunks(), 1000))).toHaveLength(1000)
  await expect(buffer(limitBody({ headers: {} }, chunks(), 999))).rejects.toEqual(new BodyTooLargeError(999))
})

test('rejects an oversized body by its declared length without reading it', () => {
  const payload = chunks()
  const headers = { 'content-length': '1000' }
  expect(limitBody({ headers }, payload, 1000)).toBe(payload)
  expect(() => limitBody({ headers }, payload, 999)).toThrow(BodyTooLargeError)
})

test('passes on an aborted body as aborted', async () => {
  const broken = new Readable({ read: () => undefined })
  const read = buffer(limitBody({ headers: {} }, broken, 10))
  broken.destroy(new Error('gone'))
  await expect(read).rejects.toThrow('gone')
})
