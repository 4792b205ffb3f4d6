import type { PlanName, PlanTerms } from '../config/plans.ts'

/** Who is calling: an account by its key, or somebody at an address. */
export type Caller =
  | { readonly kind: 'anonymous'; readonly address: string }
  | {
      readonly kind: 'account'
      readonly account: number
      readonly accountId: string
      readonly plan: PlanName
      readonly terms: PlanTerms
      readonly hasPhone: boolean
    }
export type AccountCaller = Extract<Caller, { kind: 'account' }>

/** What the database says of a key. */
export interface KeyRecord {
  readonly caller: AccountCaller
  readonly revokedAt: number | null
  readonly keyExpiresAt: number | null
  readonly accountExpiresAt: number | null
}

/** An address as limits count it: an IPv6 network of 64 bits is one customer, not 2^64 of them. */
export function limitedAddress(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
