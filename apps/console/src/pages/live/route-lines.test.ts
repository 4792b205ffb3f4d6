import { encodePolyline, type LiveAssetReply } from '@fairway/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Point } from '../../points.ts'
import { clearFleet, putLiveAsset, selectedId } from './fleet.ts'
import { followAssetRoute, selectedRouteLine, toPoints } from './route-lines.ts'

const line: readonly Point[] = [
  [-34.90663, -56.16748],
  [-34.90701, -56.16744],
  [-34.90919, -56.16722],
]
const paths: string[] = []
let stop: () => void
beforeEach(() => {
  paths.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    paths.push(address)
    const geometry = encodePolyline(line, 5)
    return Response.json({ route_id: 'rt_elsewhere', geometry, format: 'polyline', delta_format: 'polyline' })
  })
  stop = followAssetRoute()
})
afterEach(() => {
  stop()
  clearFleet()
  vi.unstubAllGlobals()
})
const liveOf = (plan: object | null) => ({ asset: { id: 'as_1' }, position: null, plan }) as unknown as LiveAssetReply

test('requests the line of an asset route set elsewhere once, when its asset is selected', async () => {
  putLiveAsset(liveOf({ route_id: 'rt_elsewhere', delta_format: 'polyline' }))
  expect(paths).toEqual([])
  selectedId.value = 'as_1'
  await expect.poll(() => selectedRouteLine.value).toEqual(line)
  putLiveAsset(liveOf({ route_id: 'rt_elsewhere', delta_format: 'polyline' }))
  expect(paths).toEqual(['/v1/assets/as_1/route'])
})

test('requests nothing without an asset route', () => {
  putLiveAsset(liveOf(null))
  selectedId.value = 'as_1'
  expect([paths, selectedRouteLine.value]).toEqual([[], undefined])
})

test('converts lines of all formats to points', () => {
  const coordinates = line.map(([latitude, longitude]) => [longitude, latitude] as const)
  expect(toPoints(line, 'points')).toEqual(line)
  expect(toPoints(encodePolyline(line, 6), 'polyline6')).toEqual(line)
  expect(toPoints({ type: 'LineString', coordinates }, 'geojson')).toEqual(line)
})
