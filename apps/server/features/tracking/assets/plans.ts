import { type PackedPlan, type Plan, unpackPlan } from '@fairway/tracking'
import { isWalking } from '../live/walking.ts'
import type { Asset } from './asset.ts'

/** Unpacked plans take some ten times as much room as packed ones. */
const MOST_POINTS_KEPT = 2_000_000

const kept = new Map<string, Plan>()
let points = 0

type Planned = Pick<Asset, 'id' | 'planNumber' | 'plan' | 'kind'>

/** The plan of an asset, ready to be followed; those that were used lately are kept. */
export function planOf(asset: Planned): Plan | undefined {
  const { id, planNumber, plan } = asset
  if (!plan) return undefined
  const key = `${id} ${planNumber}`
  const known = kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const made = unpackPlan(hasTimesOfCars(asset) ? withoutTimes(plan.line) : plan.line)
  kept.set(key, made)
  points += made.vectors.length
  for (const [oldest, { vectors }] of kept) {
    if (points <= MOST_POINTS_KEPT || kept.size === 1) break
    kept.delete(oldest)
    points -= vectors.length
  }
  return made
}

/**
 * As much of the plan as a look at the asset needs. Its state knows what is left: unpacking the plan would take longer
 * than the rest of the look, and plans of a large fleet do not all stay unpacked.
 */
export function seenPlanOf(asset: Planned & Pick<Asset, 'state'>): Plan | Pick<Plan, 'id'> | undefined {
  const progress = asset.state?.progress
  return asset.plan && progress?.rest ? { id: progress.planId } : planOf(asset)
}

/** Plans of robots that were attached before they were timed on foot. */
function hasTimesOfCars({ kind, plan }: Pick<Asset, 'kind' | 'plan'>): boolean {
  return plan !== undefined && isWalking(kind, plan.route.mode) && !plan.route.isWalked
}

function withoutTimes({ seconds: _cars, ...line }: PackedPlan): PackedPlan {
  return line
}
