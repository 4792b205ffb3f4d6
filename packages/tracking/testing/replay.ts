import { expect } from 'vitest'
import type { Fix } from '../fixes/fix.ts'
import type { Plan } from '../route/asset-route.ts'
import type { Kind } from '../state/kinds.ts'
import { advance, type LiveView, observe, type TrackerState } from '../state/tracker.ts'

/** The view after every fix. */
export function replay(plan: Plan | undefined, fixes: readonly Fix[], kind: Kind = 'vehicle'): LiveView[] {
  let state: TrackerState | undefined
  return fixes.map((fix) => {
    state = advance(plan, state, fix, kind)
    return observe(plan, state, fix.timeMs)
  })
}
export const statesOf = (views: readonly LiveView[]) => [...new Set(views.map(({ state }) => state))]
export const last = (views: readonly LiveView[]) => views.at(-1) as LiveView

export function expectMonotone(views: readonly LiveView[]): void {
  views.slice(1).forEach((view, i) => {
    expect(view.progressPct).toBeGreaterThanOrEqual(views[i].progressPct ?? 0)
  })
}
