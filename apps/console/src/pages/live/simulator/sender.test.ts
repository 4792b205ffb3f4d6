import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../state/calls.ts'
import { Sender } from './sender.ts'
import type { Fix } from './vehicle.ts'

const fix = (second: number): Fix => ({
  at: [1, 2],
  time: new Date(second * 1_000).toISOString(),
  speed_ms: 1,
  heading: 0,
  battery_pct: 90,
  accuracy_m: 4,
})

afterEach(() => vi.unstubAllGlobals())

function stubReplies(...replies: (() => Response)[]): string[] {
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    bodies.push(String(init.body))
    const reply = replies.shift()
    if (reply === undefined) throw new TypeError('no connection')
    return reply()
  })
  return bodies
}

const acceptedReply = (accepted: number) => () => Response.json({ accepted, rejected: [], latest: null })

test('sends a single position alone, and rejected positions together with the next one', async () => {
  const busy = () => Response.json({ busy: true, detail: 'too fast' }, { status: 429, headers: { 'retry-after': '0' } })
  const bodies = stubReplies(acceptedReply(1), busy, acceptedReply(2))
  const sender = new Sender('as_1')
  expect(await sender.send(fix(1))).toEqual({ acceptedCount: 1, waitingCount: 0, problem: undefined })
  expect(await sender.send(fix(2))).toEqual({ acceptedCount: 0, waitingCount: 1, problem: 'too fast' })
  expect(await sender.send(fix(3))).toEqual({ acceptedCount: 2, waitingCount: 0, problem: undefined })
  expect(JSON.parse(bodies[0] ?? '')).toEqual(fix(1))
  expect(JSON.parse(bodies[2] ?? '')).toEqual({ positions: [fix(2), fix(3)] })
})

test('keeps a position if the connection breaks while the reply is being read', async () => {
  const brokenReply = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"accepted":'))
          controller.error(new TypeError('network error'))
        },
      }),
    )
  stubReplies(brokenReply, acceptedReply(2))
  const sender = new Sender('as_1')
  const problem = 'The service is not responding.'
  vi.useFakeTimers({ toFake: ['performance'] })
  expect(await sender.send(fix(1))).toEqual({ acceptedCount: 0, waitingCount: 1, problem })
  vi.advanceTimersByTime(1_000)
  expect(await sender.send(fix(2))).toEqual({ acceptedCount: 2, waitingCount: 0, problem: undefined })
  vi.useRealTimers()
})

test('waits as long as the service requests, and buffers positions in the meantime', async () => {
  const busy = () => Response.json({ busy: true, detail: 'too fast' }, { status: 429, headers: { 'retry-after': '5' } })
  const bodies = stubReplies(busy)
  const sender = new Sender('as_1')
  await sender.send(fix(1))
  expect(await sender.send(fix(2))).toBeUndefined()
  expect(bodies).toHaveLength(1)
})

test('stays below the rate limit of its plan, however long pushes and replies are in flight (seed 5)', async () => {
  let state = 5
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  const countedMs: number[] = []
  const networkDelay = () => new Promise((resolve) => setTimeout(resolve, 300 * next() ** 3))
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    await networkDelay()
    countedMs.push(performance.now())
    await networkDelay()
    return acceptedReply(1)()
  })
  try {
    const sender = new Sender('as_1', 500)
    for (let turn = 0; turn < 2_000; turn++) {
      void sender.send(fix(turn))
      await vi.advanceTimersByTimeAsync(1 + 60 * next())
    }
  } finally {
    vi.useRealTimers()
  }
  expect(countedMs.length).toBeGreaterThan(60)
  for (const [index, at] of countedMs.slice(2).entries())
    expect(at - (countedMs[index] ?? 0)).toBeGreaterThanOrEqual(1_000)
})

test('retries while the service is unavailable, and stops when the service refuses', async () => {
  stubReplies()
  const unreachable = await new Sender('as_1').send(fix(1))
  expect(unreachable).toEqual({ acceptedCount: 0, waitingCount: 1, problem: 'The service is not responding.' })
  stubReplies(() => Response.json({ busy: false, detail: 'The account has no asset "as_1"' }, { status: 404 }))
  await expect(new Sender('as_1').send(fix(1))).rejects.toThrow(CallError)
})
