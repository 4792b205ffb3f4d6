import { expect, test } from 'vitest'
import { MAX_SHORT_CELLS } from '../../features/road/matrix/service.ts'
import type { RegionDirectory } from '../../maps/regions/region-directory.ts'
import { defaultPlans } from '../../platform/config/plans.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { warmUp, warmUpInBackground } from './warm-up.ts'

/** Creates a thread that records the calls instead of running them. */
function openThread(regions: readonly object[]) {
  const calls: { operationId: string; input: object; isRecorded: boolean | undefined }[] = []
  const callOperation: HttpServer['callOperation'] = async (operationId, _caller, input, options) => {
    calls.push({ operationId, input, isRecorded: options?.isRecorded })
    return { ok: true, body: {} }
  }
  const thread = {
    http: { callOperation } as HttpServer,
    regions: { list: () => regions } as unknown as RegionDirectory,
  }
  return { thread, calls }
}

const nodes = { count: 3, latitude: Int32Array.of(1, 2, 3), longitude: Int32Array.of(1, 2, 3) }
const region = { map: { network: { nodes } } }
const empty = { map: { network: { nodes: { ...nodes, count: 0 } } } }
const terms = defaultPlans(30).pro

test('calls the operations of the thread, without a trace in metrics or in the log', async () => {
  const { thread, calls } = openThread([region])
  expect(await warmUp(thread, { usesGeocoder: false })).toBe(calls.length)
  expect([...new Set(calls.map(({ operationId }) => operationId))].sort()).toEqual(
    ['route', 'matrix', 'reroute', 'avRoute', 'reverse', 'nearby', 'geocode', 'compatDirections'].sort(),
  )
  expect(calls.every(({ isRecorded }) => isRecorded === false)).toBe(true)
})

test('sends nothing to an external geocoder', async () => {
  const { thread, calls } = openThread([region])
  await warmUp(thread, { usesGeocoder: true })
  expect(calls.some(({ operationId }) => ['reverse', 'geocode', 'compatDirections'].includes(operationId))).toBe(false)
})

test('does nothing without a map, or with an empty one', async () => {
  for (const regions of [[], [empty]]) expect(await warmUp(openThread(regions).thread, { usesGeocoder: false })).toBe(0)
})

const noPause = () => Promise.resolve()

test('calls the operations of the compute threads once, with a matrix whose reply is streamed', async () => {
  const { thread, calls } = openThread([region])
  expect(await warmUpInBackground(thread, terms, noPause)).toBe(calls.length)
  const firstCalls = ['optimize', 'matrix', 'droneRoute', 'isochrone', 'maritimeRoute']
  expect(calls.slice(0, 5).map(({ operationId }) => operationId)).toEqual(firstCalls)
  const sideOfMatrix = Math.floor(Math.sqrt(MAX_SHORT_CELLS)) + 1
  expect(calls[1]?.input).toEqual({ body: { points: expect.objectContaining({ length: sideOfMatrix }) } })
  expect(calls.every(({ isRecorded }) => isRecorded === false)).toBe(true)
  for (const regions of [[], [empty]])
    expect(await warmUpInBackground(openThread(regions).thread, terms, noPause)).toBe(0)
})

test('repeats large matrices and a few tours, and pauses after each call', async () => {
  const { thread, calls } = openThread([region])
  let pauses = 0
  await warmUpInBackground(thread, terms, async () => ++pauses)
  expect(pauses).toBe(calls.length)
  const repeatedCalls = calls.slice(5).map(({ operationId }) => operationId)
  expect([repeatedCalls.filter((id) => id === 'matrix').length, repeatedCalls.length]).toEqual([60, 65])
  expect(new Set(repeatedCalls)).toEqual(new Set(['matrix', 'optimize']))
})

test.each(['throws', 'rejects'])('continues when an operation %s', async (how) => {
  const { thread } = openThread([region])
  const callOperation = (): Promise<never> => {
    if (how === 'throws') throw new Error('there is no operation avRoute')
    return Promise.reject(new Error('the call could not be answered'))
  }
  const http: Pick<HttpServer, 'callOperation'> = { callOperation }
  const failing = { ...thread, http: http as HttpServer }
  expect(await warmUp(failing, { usesGeocoder: false })).toBe(23)
  expect(await warmUpInBackground(failing, terms, noPause)).toBe(70)
})

test('lets requests through between the calls', async () => {
  const { thread, calls } = openThread([region])
  let [turns, isDone] = [0, false]
  const countTurns = (): void => {
    turns++
    if (!isDone) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  await warmUp(thread, { usesGeocoder: false })
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(calls.length - 1)
})

test('ends after 600 ms', async () => {
  const { thread } = openThread([region])
  let time = 0
  const now = () => (time += 100)
  expect(await warmUp(thread, { usesGeocoder: false, now })).toBe(5)
})
