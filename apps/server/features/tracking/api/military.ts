import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Asset } from '../assets/asset.ts'
import type { TrackingFailure } from './failures.ts'

/** Military assets are tracked for as long as their account is on the military plan; what there is of them stays its own. */
export function barredFrom(
  { id, category }: Pick<Asset, 'id' | 'category'>,
  { plan }: Pick<AccountCaller, 'plan'>,
): TrackingFailure | undefined {
  return category === 'military' && plan !== 'military' ? { kind: 'military-asset', id, plan } : undefined
}
