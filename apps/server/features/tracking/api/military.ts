import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Asset } from '../assets/asset.ts'
import type { TrackingFailureOf } from './failures.ts'

/**
 * Returns a failure for a military asset unless its account is on the military plan. Stored data remains with the
 * account.
 */
export function findMilitaryFailure(
  { id, category }: Pick<Asset, 'id' | 'category'>,
  { plan }: Pick<AccountCaller, 'plan'>,
): TrackingFailureOf<'military-asset'> | undefined {
  return category === 'military' && plan !== 'military' ? { kind: 'military-asset', id, plan } : undefined
}
