import { setImmediate as nextTurn } from 'node:timers/promises'
import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { RequestTurns, TURN_MS } from './request-turns.ts'

const REQUEST_MS = 1

/** Requests on a simulated clock. Each request takes `REQUEST_MS` unless it states another duration. */
function openTurns() {
  let nowMs = 1000
  const turns = new RequestTurns(() => nowMs)
  const started: string[] = []
  const waits = new Map<string, number>()
  const run = (id: string, durationMs: number, waitedMs: number): void => {
    started.push(id)
    waits.set(id, Math.max(waits.get(id) ?? 0, waitedMs))
    nowMs += durationMs
  }
  return {
    turns,
    started,
    waits,
    send(id: string, { durationMs = REQUEST_MS, weight = 1 } = {}) {
      if (turns.mayBegin()) run(id, durationMs, 0)
      else turns.wait({ id, weight }, (waitedMs) => run(id, durationMs, waitedMs))
    },
    async drain() {
      while (turns.waitingCount > 0) await nextTurn()
    },
  }
}

test('starts requests immediately until a turn of the event loop has taken too long', async () => {
  const { turns, send, started } = openTurns()
  for (const id of ['a', 'b', 'c', 'd']) send(id)
  expect(started).toEqual(['a', 'b'].slice(0, TURN_MS / REQUEST_MS))
  expect(turns.waitingCount).toBe(2)
  await nextTurn()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  await nextTurn()
  expect(turns.mayBegin()).toBe(true)
})

test('starts only as many waiting requests per turn as fit in it', async () => {
  const { send, started } = openTurns()
  for (let index = 0; index < 7; index++) send('a')
  const counts = [started.length]
  while (started.length < 7) {
    await nextTurn()
    counts.push(started.length)
  }
  expect(counts).toEqual([2, 4, 6, 7])
})

test('keeps the order of one owner, also when new requests arrive while others wait', async () => {
  let nowMs = 0
  const turns = new RequestTurns(() => nowMs)
  const order: number[] = []
  while (turns.mayBegin()) nowMs++
  turns.wait({ id: 'a', weight: 1 }, () => order.push(0))
  for (let index = 1; index < 50; index++) {
    expect(turns.mayBegin()).toBe(false)
    turns.wait({ id: 'a', weight: 1 }, () => order.push(index))
  }
  while (turns.waitingCount > 0) await nextTurn()
  expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('starts the request of a caller with few requests before those of callers with many', async () => {
  const { send, started, drain } = openTurns()
  for (let index = 0; index < 50; index++) send(`many ${index % 5}`)
  await nextTurn()
  const position = started.length
  send('few')
  await drain()
  // The five others have started one request each, and have used up their credit.
  expect(started.indexOf('few') - position).toBeLessThanOrEqual(5)
})

test('does not prefer an owner that sends the next request after the previous one', async () => {
  const { send, started } = openTurns()
  for (let index = 0; index < 200; index++) send('many')
  for (let sent = 0; sent < 20; ) {
    if (started.filter((id) => id === 'one by one').length === sent) {
      sent++
      send('one by one')
    }
    await nextTurn()
  }
  const ownCount = started.filter((id) => id === 'one by one').length
  expect(ownCount / started.length).toBeLessThanOrEqual(0.55)
})

test('forgets its owners after a turn in which no request waited', async () => {
  const { turns, send, drain, started } = openTurns()
  send('a', { durationMs: 50 })
  send('a', { durationMs: 50 })
  await drain()
  await nextTurn()
  expect(turns.mayBegin()).toBe(true)
  await nextTurn()
  started.length = 0
  // Two requests fill the turn. Then owner a, whose debt is forgotten, starts before the owner that came later.
  for (const id of ['x', 'x', 'a', 'b']) send(id)
  await drain()
  expect(started).toEqual(['x', 'x', 'a', 'b'])
})

describe('a seeded simulation', () => {
  test.each([1, 2, 3, 4, 5])('shares time by weight, whatever the length of requests (seed %i)', async (seed) => {
    const random = seededRandom(seed)
    let nowMs = 0
    const turns = new RequestTurns(() => nowMs)
    const owners = Array.from({ length: 4 }, (_, index) => ({
      id: `owner ${index}`,
      weight: [1, 2, 8, 16][Math.floor(random() * 4)] ?? 1,
      maxMs: [0.2, 1, 5][Math.floor(random() * 3)] ?? 1,
    }))
    const usedMs = new Map<string, number>()
    let isOver = false
    const send = (owner: (typeof owners)[number]): void => {
      if (isOver) return
      turns.wait(owner, () => {
        const ms = owner.maxMs * random()
        nowMs += ms
        usedMs.set(owner.id, (usedMs.get(owner.id) ?? 0) + ms)
        send(owner)
      })
    }
    while (turns.mayBegin()) nowMs++
    for (const owner of owners) for (let count = 0; count < 3; count++) send(owner)
    while (nowMs < 5000) await nextTurn()
    isOver = true
    const totalWeight = owners.reduce((sum, { weight }) => sum + weight, 0)
    for (const { id, weight } of owners) {
      const share = (usedMs.get(id) ?? 0) / nowMs
      expect(Math.abs(share - weight / totalWeight)).toBeLessThan(0.02)
    }
  })
})
