import { encodePolyline, type LiveAssetReply } from '@fairway/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentMap } from '../../map/current-map.ts'
import type { Point } from '../../points.ts'
import { clearFleet, putLiveAsset, selectAsset } from './fleet.ts'
import { findRouteLine, followAssetRoute } from './route-lines.ts'
import { showAsset, stopShowing } from './show-asset.ts'

const line: readonly Point[] = [
  [-34.91, -56.2],
  [-34.88, -56.1],
]
const moves: unknown[] = []
let zoom = 4
let moveByHand: (event: object) => void = () => undefined
let answer: () => void
let stop: () => void

beforeEach(() => {
  moves.length = 0
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', async () => {
    await answered
    return Response.json({ route_id: assetWithRoute, geometry: encodePolyline(line, 5), delta_format: 'polyline' })
  })
  currentMap.value = {
    getZoom: () => zoom,
    easeTo: ({ center }: { center: unknown }) => moves.push(center),
    fitBounds: (bounds: unknown, options: unknown) => moves.push([bounds, options]),
    on: (_: string, listener: (event: object) => void) => {
      moveByHand = listener
    },
    off: () => {
      moveByHand = () => undefined
    },
  } as unknown as typeof currentMap.value
  stop = followAssetRoute()
})
afterEach(() => {
  stop()
  stopShowing()
  clearFleet()
  currentMap.value = undefined
  vi.unstubAllGlobals()
})

/** Every test uses a separate id because the lines are cached. */
let assetWithRoute = ''
function selectAssetWithRoute(id: string): LiveAssetReply {
  assetWithRoute = id
  const live = {
    asset: { id: 'as_1' },
    position: { at: [-34.9, -56.15] },
    plan: { route_id: id },
  } as unknown as LiveAssetReply
  putLiveAsset(live)
  selectAsset('as_1')
  showAsset(live)
  return live
}
const still = { padding: { top: 56, bottom: 56, left: 56, right: 80 }, maxZoom: 15, duration: 0 }
const alone = [[-56.15, -34.9, -56.15, -34.9], still]
const viewWithRoute = [[-56.2, -34.91, -56.1, -34.88], still]

test('zooms to the asset from far out, and shows its whole route once that has loaded', async () => {
  zoom = 4
  selectAssetWithRoute('rt_a')
  expect(moves).toEqual([alone])
  answer()
  await expect.poll(() => moves).toEqual([alone, viewWithRoute])
  selectAssetWithRoute('rt_a')
  expect(moves).toEqual([alone, viewWithRoute, viewWithRoute])
})

test.each([
  ['moved the map', () => moveByHand({ originalEvent: {} })],
  ['chosen another', () => selectAsset('as_2')],
  ['left the page', stopShowing],
])('does not move the map for a user who has %s in the meantime', async (what, leave) => {
  zoom = 4
  const live = selectAssetWithRoute(`rt_${what}`)
  // A move without an original event is programmatic, so it does not count as a move by the user.
  moveByHand({})
  leave()
  answer()
  // If the map moved at all, it would move when the line arrives.
  await expect.poll(() => findRouteLine(live)).toEqual(line)
  expect(moves).toEqual([alone])
})

test('only recenters the map when it is already zoomed in', () => {
  zoom = 12
  selectAssetWithRoute('rt_c')
  expect(moves).toEqual([[-56.15, -34.9]])
})
