import type { TaskOwner } from '../../compute/task.ts'
import { ANONYMOUS_COMPUTE_WEIGHT, type PlanName, type PlanTerms } from '../../config/plans.ts'
import { type KeyScope, toPlainIp } from './key-scope.ts'

/** The caller: an account identified by its key, or an anonymous IP address. */
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
       * Set for a key from signup that neither the owner of the address nor the operator has accepted: the network from
       * which the signup came. All such keys from the same network share one rate.
       */
      readonly network?: string | undefined
      /** Set for a key that is restricted to operations, origins or networks. */
      readonly scope?: KeyScope | undefined
    }
export type AccountCaller = Extract<Caller, { kind: 'account' }>

/** The unit of fair sharing: an account, an IP address, or a network whose keys nobody has accepted. */
export function toTaskOwner(caller: Caller): TaskOwner {
  if (caller.kind === 'anonymous') return { id: caller.address, weight: ANONYMOUS_COMPUTE_WEIGHT, isPaying: false }
  const { computeWeight: weight, isPaying } = caller.terms
  return { id: caller.network === undefined ? caller.accountId : `unproved:${caller.network}`, weight, isPaying }
}

/** A key's database record. */
export interface KeyRecord {
  readonly caller: AccountCaller
  readonly revokedAt: number | null
  readonly keyExpiresAt: number | null
  /** Whether the key expires because it was rotated. */
  readonly isRotated: boolean
  readonly accountExpiresAt: number | null
}

/** Normalizes an IP address for rate limits: an IPv6 /64 network counts as one client rather than 2^64. */
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
