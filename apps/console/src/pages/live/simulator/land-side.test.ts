import { afterEach, expect, test, vi } from 'vitest'
import { findTurnTowardStreet } from './land-side.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns latitude 1 for the point to the right of the van, and latitude 2 for the point to the left. */
const vehicle = { findOffRouteEnd: (turn: number) => [turn > 0 ? 1 : 2, 0] as const }

function serve(right: object, left: object): void {
  vi.stubGlobal('fetch', async (address: string) => Response.json(address.includes('lat=1.0') ? right : left))
}

test.each([
  ['a river to the right', { kind: 'sea', distance_m: 0 }, { kind: 'street', distance_m: 90 }, -70],
  ['a river to the left', { kind: 'address', distance_m: 20 }, { kind: 'street', distance_m: 300 }, 70],
  ['only a town on both sides', { kind: 'city', distance_m: 9 }, { kind: 'city', distance_m: 8 }, 70],
])('turns toward the side with streets when leaving the route: %s', async (_, right, left, turn) => {
  serve(right, left)
  expect(await findTurnTowardStreet(vehicle)).toBe(turn)
})

test('leaves the route even when the service does not respond', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  expect(await findTurnTowardStreet(vehicle)).toBe(70)
})
