import type { PlanName, PlanTerms } from '../../platform/config/plans.ts'
import type { AccountCaller } from '../../platform/http/guard/caller.ts'

/** Weight of a job relative to a request from the same account. The lower weight lets requests go first. */
const WEIGHT_FACTOR = 1 / 4

/**
 * Creates the caller under which a job runs, with the limits that apply to jobs. The compute queue treats the caller as
 * a separate owner, in addition to the account itself.
 */
export function createJobCaller(account: number, plan: PlanName, terms: PlanTerms): AccountCaller {
  return {
    kind: 'account',
    account,
    accountId: `jobs of account ${account}`,
    plan,
    terms: { ...terms, matrixPoints: terms.jobPoints, computeWeight: terms.computeWeight * WEIGHT_FACTOR },
    hasPhone: false,
  }
}
