import { expect, test } from 'vitest'
import { BytesInFlight } from './bytes-in-flight.ts'

const open = () => new BytesInFlight({ maxTotal: 100, maxPerCaller: 60 })

/** Reserves bytes and fails the test if they do not fit. */
function hold(bodies: BytesInFlight, caller: string, bytes: number): () => void {
  const release = bodies.acquire(caller, bytes)
  if (typeof release !== 'function') throw new Error(release.kind)
  return release
}

test('limits the bytes of one caller', () => {
  const bodies = open()
  const release = hold(bodies, 'a', 30)
  hold(bodies, 'a', 30)
  expect(bodies.acquire('a', 1)).toEqual({ kind: 'bodies-in-flight', heldBytes: 60, bodyBytes: 1, limitBytes: 60 })
  release()
  hold(bodies, 'a', 30)
})

test('limits the bytes of all callers together', () => {
  const bodies = open()
  hold(bodies, 'a', 60)
  const release = hold(bodies, 'b', 40)
  expect(bodies.acquire('c', 1)).toEqual({
    kind: 'bodies-in-flight',
    heldBytes: undefined,
    bodyBytes: 1,
    limitBytes: 100,
  })
  release()
  hold(bodies, 'c', 40)
})

test('lets a caller without other bodies exceed its limit, and anyone while there are none', () => {
  const bodies = open()
  const release = hold(bodies, 'a', 500)
  expect(bodies.acquire('b', 1)).toMatchObject({ heldBytes: undefined })
  release()
  hold(bodies, 'b', 10)
  hold(bodies, 'a', 90)
})

test('releases bytes only once', () => {
  const bodies = open()
  const release = hold(bodies, 'a', 40)
  hold(bodies, 'b', 40)
  release()
  release()
  hold(bodies, 'c', 60)
  expect(bodies.acquire('d', 1)).toMatchObject({ limitBytes: 100 })
})

test('counts the latest size of a body that grows, and keeps the size when there is no room', () => {
  const bodies = open()
  const body = bodies.open('a')
  expect([body.resize(20), body.resize(90), body.resize(30)]).toEqual([undefined, undefined, undefined])
  hold(bodies, 'a', 30)
  expect(body.resize(31)).toEqual({ kind: 'bodies-in-flight', heldBytes: 30, bodyBytes: 31, limitBytes: 60 })
  hold(bodies, 'b', 40)
  expect(bodies.acquire('c', 1)).toMatchObject({ limitBytes: 100 })
  body.release()
  body.release()
  hold(bodies, 'c', 30)
  expect(bodies.acquire('d', 1)).toMatchObject({ limitBytes: 100 })
})
