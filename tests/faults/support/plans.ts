import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlanName } from '../../../apps/server/platform/config/plans.ts'
import type { StoreSettings } from '../../support/servers/stores.ts'

export interface PlanChanges {
  readonly routes_per_month?: number
  readonly per_second?: number
  readonly burst?: number
  readonly web_polls_per_s?: number
  readonly api_live_polls_per_s?: number
  readonly gps_push_per_s?: number
  readonly max_assets?: number
}

/** Limits that are high enough not to interfere with the quota. */
export const unlimitedRate = { per_second: 1_000_000, burst: 1_000_000 }

/** Returns a burst of this size with almost no refill, so that the number of allowed calls is exact. */
export const onlyBurst = (burst: number): PlanChanges => ({ per_second: 0.01, burst })

/** Environment that disables load shedding, because the test machine may be busy. */
export const patient = { FAIRWAY_SHED_DELAY_MS: '0' }

/** Environment in which calls without a key have no effective limits. */
export const openDoor = { ...patient, FAIRWAY_ANONYMOUS_PER_SECOND: '1000000', FAIRWAY_ANONYMOUS_BURST: '1000000' }

/** Returns the environment of a server without load shedding whose pricing plans have these limits. */
export async function withPlans(
  store: StoreSettings,
  plans: Partial<Record<PlanName, PlanChanges>>,
): Promise<Record<string, string>> {
  const file = join(store.dataDir, 'config.json')
  await mkdir(store.dataDir, { recursive: true })
  await writeFile(file, JSON.stringify({ plans }))
  return { ...patient, FAIRWAY_CONFIG: file }
}
