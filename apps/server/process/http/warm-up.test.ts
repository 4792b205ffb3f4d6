import { expect, test } from 'vitest'
import type { RegionDirectory } from '../../maps/regions/region-directory.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { warmUp } from './warm-up.ts'

/** Records the calls instead of running them. */
function openThread(regions: readonly object[]) {
  const calls: { operationId: string; isRecorded: boolean | undefined }[] = []
  const callOperation: HttpServer['callOperation'] = async (operationId, _caller, _input, options) => {
    calls.push({ operationId, isRecorded: options?.isRecorded })
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

test('calls the operations of the thread, without a trace in metrics or in the log', async () => {
  const { thread, calls } = openThread([region])
  expect(await warmUp(thread, { usesGeocoder: false })).toBe(calls.length)
  expect([...new Set(calls.map(({ operationId }) => operationId))].sort()).toEqual(
    ['route', 'matrix', 'reroute', 'reverse', 'nearby', 'geocode'].sort(),
  )
  expect(calls.every(({ isRecorded }) => isRecorded === false)).toBe(true)
})

test('sends nothing to an external geocoder', async () => {
  const { thread, calls } = openThread([region])
  await warmUp(thread, { usesGeocoder: true })
  expect(calls.some(({ operationId }) => ['reverse', 'geocode'].includes(operationId))).toBe(false)
})

test('does nothing without a map, or with an empty one', async () => {
  const empty = { map: { network: { nodes: { ...nodes, count: 0 } } } }
  for (const regions of [[], [empty]]) expect(await warmUp(openThread(regions).thread, { usesGeocoder: false })).toBe(0)
})

test('ends after 600 ms', async () => {
  const { thread } = openThread([region])
  let time = 0
  const now = () => (time += 100)
  expect(await warmUp(thread, { usesGeocoder: false, now })).toBe(5)
})
