import { seededRandom } from '@fairway/geo'
import { type AssetKind, advanceTracker, type Fix, kindLimits, type TrackerState, toLiveView } from '@fairway/tracking'
import { makeTestRoute, START_MS, simulateDrive } from '@fairway/tracking/testing'
import { expect, test } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import { findAssetRoute } from '../assets/stored-routes.ts'
import { hasStateChanged } from './stream-turns.ts'

const SEED = 20261116

function assetOf(number: number, kind: AssetKind, share: number, offsetMs: number): Asset {
  const line = [
    [0, 0],
    [1000, 0],
  ] as const
  const plan = makeTestRoute(line, kind)
  const all = simulateDrive(line, { startMs: START_MS + offsetMs })
  const fixes: Fix[] = all.slice(0, 1 + Math.round(share * (all.length - 1)))
  const state = fixes.reduce<TrackerState | undefined>(
    (before, fix) => advanceTracker(plan, before, fix, kind),
    undefined,
  )
  return {
    id: `as_${number}`,
    planNumber: number,
    kind,
    plan: { line: plan.serialized, route: { mode: 'drawn' } },
    state,
  } as unknown as Asset
}

test('finds exactly the state transitions that checking every second finds', () => {
  const random = seededRandom(SEED)
  const kinds: AssetKind[] = ['vehicle', 'robot', 'drone', 'vessel']
  const seen = new Set<string>()
  for (let number = 0; number < 60; number++) {
    const kind = kinds[number % kinds.length] ?? 'vehicle'
    // Many assets end at or just before their destination.
    const share = random() < 0.5 ? 0.9 + 0.1 * random() : random()
    const asset = assetOf(number, kind, share, Math.floor(1000 * random()))
    const last = asset.state?.fix.timeMs ?? 0
    const stateAt = (ms: number) => toLiveView(findAssetRoute(asset), asset.state, ms).state
    // As in real streams, the intervals have different lengths and do not start at whole seconds.
    for (let ms = last; ms < last + 1000 * (kindLimits[kind].staleS + 5); ) {
      const next = ms + 200 + Math.floor(2000 * random())
      let turned = false
      for (let second = Math.floor(ms / 1000) + 1; 1000 * second <= next; second++) {
        const [before, after] = [stateAt(1000 * second - 1000), stateAt(1000 * second)]
        if (before !== after) seen.add(`${before} to ${after}`)
        turned ||= before !== after
      }
      expect(hasStateChanged(asset, ms, next), `seed ${SEED}, asset ${number}, ${ms} to ${next}`).toBe(turned)
      ms = next
    }
  }
  expect([...seen].sort()).toEqual(['on_route to arrived', 'on_route to stale'])
})

test('has no transition for an asset that never sent a position', () => {
  expect(hasStateChanged({ id: 'as_1', state: undefined } as Asset, 0, 1e15)).toBe(false)
})
