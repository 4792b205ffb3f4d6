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

/** No rate stands in the way of a quota. */
export const unlimitedRate = { per_second: 1_000_000, burst: 1_000_000 }

/** A burst of so many, and next to nothing after it: what passes can be told exactly. */
export const onlyBurst = (burst: number): PlanChanges => ({ per_second: 0.01, burst })

/** Nobody is turned away because the machine that runs the tests is busy. */
export const patient = { FAIRWAY_SHED_DELAY_MS: '0' }

/** Calls without a key that nothing holds back. */
export const openDoor = { ...patient, FAIRWAY_ANONYMOUS_PER_SECOND: '1000000', FAIRWAY_ANONYMOUS_BURST: '1000000' }

/** The environment of a patient server whose plans have these numbers. */
export async function withPlans(
  store: StoreSettings,
  plans: Partial<Record<PlanName, PlanChanges>>,
): Promise<Record<string, string>> {
  const file = join(store.dataDir, 'config.json')
  await mkdir(store.dataDir, { recursive: true })
  await writeFile(file, JSON.stringify({ plans }))
  return { ...patient, FAIRWAY_CONFIG: file }
}
