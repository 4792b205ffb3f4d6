import { type Plan, unpackPlan } from '@fairway/tracking/plan.ts'
import type { Asset } from './asset.ts'

/** Unpacked plans take some ten times as much room as packed ones. */
const MOST_POINTS_KEPT = 2_000_000

const kept = new Map<string, Plan>()
let points = 0

/** The plan of an asset, ready to be followed; those that were used lately are kept. */
export function planOf({ id, planNumber, plan }: Pick<Asset, 'id' | 'planNumber' | 'plan'>): Plan | undefined {
  if (!plan) return undefined
  const key = `${id} ${planNumber}`
  const known = kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const made = unpackPlan(plan.line)
  kept.set(key, made)
  points += made.vectors.length
  for (const [oldest, { vectors }] of kept) {
    if (points <= MOST_POINTS_KEPT || kept.size === 1) break
    kept.delete(oldest)
    points -= vectors.length
  }
  return made
}
