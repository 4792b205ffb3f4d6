import { type Command, InvalidArgumentError } from 'commander'
import type { Key } from '../../features/accounts/account.ts'
import { toIsoTime } from '../../features/accounts/mapping.ts'
import type { GivenRestrictions } from '../../features/accounts/scopes/parse-restrictions.ts'

export interface RestrictionOptions {
  readonly operations?: string
  readonly origins?: string
  readonly networks?: string
  readonly expires?: string
}

/** Adds the options that restrict a key. With `canRemove`, the word `none` removes a restriction. */
export function withRestrictions(command: Command, canRemove: boolean): Command {
  const orNone = canRemove ? '; none removes the restriction' : ''
  const readTime = (input: string) => (canRemove && input === 'none' ? input : parseTime(input))
  return command
    .option('--operations <ids>', `allow only these operations, such as route,geocode${orNone}`)
    .option('--origins <origins>', `allow only web pages from these origins, such as https://app.example.com${orNone}`)
    .option(
      '--networks <networks>',
      `allow requests only from these networks, such as 203.0.113.0/24,2001:db8::/32${orNone}`,
    )
    .option('--expires <time>', `when the key expires, such as 2027-12-31 or 2027-12-31T18:00:00Z${orNone}`, readTime)
}

export function toRestrictions(options: RestrictionOptions): GivenRestrictions {
  const { operations, origins, networks, expires } = options
  const scopes = { operations: toList(operations), origins: toList(origins), networks: toList(networks) }
  return { scopes, expiresAt: expires === 'none' ? null : expires }
}

/** Splits a comma-separated list. Returns null for `none`, which is not a valid entry of any list. */
function toList(input: string | undefined): readonly string[] | null | undefined {
  return input === 'none' ? null : input?.split(',')
}

/** Returns one line per restriction of a key. */
export function describeRestrictions({ scopes, expiresAt, rotatedAt }: Key): string[] {
  const describeList = (title: string, list: readonly string[] | null) => (list ? [`${title}: ${list.join(', ')}`] : [])
  return [
    ...describeList('Only these operations', scopes.operations),
    ...describeList('Only web pages from', scopes.origins),
    ...describeList('Only from', scopes.networks),
    ...(expiresAt === null || rotatedAt !== null ? [] : [`Expires: ${toIsoTime(expiresAt)}`]),
  ]
}

function parseTime(input: string): string {
  const time = Date.parse(input)
  if (Number.isNaN(time) || !/^\d{4}-\d\d-\d\d/.test(input)) {
    throw new InvalidArgumentError('It must be a date or a time, such as 2027-12-31 or 2027-12-31T18:00:00Z.')
  }
  return new Date(time).toISOString()
}
