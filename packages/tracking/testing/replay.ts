import { expect } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import type { AssetKind } from '../state/kinds.ts'
import { advanceTracker, type LiveView, type TrackerState, toLiveView } from '../state/tracker.ts'

/** Returns the live view after every fix. */
export function replay(route: AssetRoute | undefined, fixes: readonly Fix[], kind: AssetKind = 'vehicle'): LiveView[] {
  let state: TrackerState | undefined
  return fixes.map((fix) => {
    state = advanceTracker(route, state, fix, kind)
    return toLiveView(route, state, fix.timeMs)
  })
}
export const listStates = (views: readonly LiveView[]) => [...new Set(views.map(({ state }) => state))]
export const lastView = (views: readonly LiveView[]) => views.at(-1) as LiveView

export function expectMonotoneProgress(views: readonly LiveView[]): void {
  views.slice(1).forEach((view, i) => {
    expect(view.progressPct).toBeGreaterThanOrEqual(views[i].progressPct ?? 0)
  })
}
