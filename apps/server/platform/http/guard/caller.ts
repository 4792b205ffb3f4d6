import type { TaskOwner } from '../../compute/task.ts'
import { ANONYMOUS_COMPUTE_WEIGHT, type PlanName, type PlanTerms } from '../../config/plans.ts'
import { type KeyScope, toPlainIp } from './key-scope.ts'

/** Caller of an operation: an account identified by its key, or an anonymous IP address. */
export type Caller =
  | { readonly kind: 'anonymous'; readonly address: string }
  | {
      readonly kind: 'account'
      readonly account: number
      readonly accountId: string
      readonly plan: PlanName
      readonly terms: PlanTerms
      readonly hasPhone: boolean
      /**
       * Network from which an unconfirmed signup came. Unset once the owner of the email address or the operator has
       * confirmed the account. All unconfirmed keys from the same network share one rate limit.
       */
      readonly network?: string | undefined
      /** Scope of a key that is restricted to certain operations, origins or networks. */
      readonly scope?: KeyScope | undefined
    }
export type AccountCaller = Extract<Caller, { kind: 'account' }>

/** Returns the owner of a caller's tasks: an account, an IP address, or the network of an unconfirmed key. */
export function toTaskOwner(caller: Caller): TaskOwner {
  if (caller.kind === 'anonymous') return { id: caller.address, weight: ANONYMOUS_COMPUTE_WEIGHT, isPaying: false }
  const { computeWeight: weight, isPaying } = caller.terms
  return { id: caller.network === undefined ? caller.accountId : `unproved:${caller.network}`, weight, isPaying }
}

/** Database record of a key. */
export interface KeyRecord {
  readonly caller: AccountCaller
  readonly revokedAt: number | null
  readonly keyExpiresAt: number | null
  /** True if the key expires because it was rotated. */
  readonly isRotated: boolean
  readonly accountExpiresAt: number | null
}

/** Normalizes an IP address for rate limits. An IPv6 /64 network counts as one client. */
export function toLimitedIp(clientIp: string): string {
  const ip = toPlainIp(clientIp)
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const leadingGroups = head === '' ? [] : head.split(':')
  const trailingGroups = tail ? tail.split(':') : []
  const zeroGroups =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - leadingGroups.length - trailingGroups.length)).fill('0')
  const network = [...leadingGroups, ...zeroGroups, ...trailingGroups]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
