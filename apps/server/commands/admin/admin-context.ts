import { InvalidArgumentError } from 'commander'
import type { Account } from '../../features/accounts/account.ts'
import { type AccountFailure, accountProblems } from '../../features/accounts/failures.ts'
import { openLifeStores } from '../../features/accounts/life/life-stores.ts'
import { toIsoTime } from '../../features/accounts/mapping.ts'
import { AccountService, type SignupKeyCounts } from '../../features/accounts/service.ts'
import { SignInStore } from '../../features/accounts/sign-in/store.ts'
import { AccountStore } from '../../features/accounts/store.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { isPlanName, MAX_DAYS, type PlanName, planNames } from '../../platform/config/plans.ts'
import { toProblem } from '../../platform/http/problem.ts'
import { UsageStore } from '../../platform/metering/store.ts'
import type { Result } from '../../platform/result.ts'
import { type CommonOptions, readConfig, withDatabase } from '../common.ts'
import { CommandError, exitCodes } from '../exit.ts'

/** Stores and services that the operator commands use. */
export interface AdminContext {
  readonly config: Config
  readonly store: AccountStore
  readonly service: AccountService
  readonly usage: UsageStore
  readonly signIn: SignInStore
  readonly life: ReturnType<typeof openLifeStores>
}

export interface AdminOptions extends CommonOptions {
  /** True if the command may create the database. For example, keys can be issued before the server first starts. */
  readonly canCreateDatabase?: boolean
}

export async function withAdminContext(
  options: AdminOptions,
  work: (context: AdminContext) => Promise<void>,
): Promise<void> {
  const config = readConfig(options)
  await withDatabase(config, options.canCreateDatabase ?? false, async (database) => {
    const { db } = database
    const store = new AccountStore(db)
    const service = new AccountService({ store, plans: config.plans, clock: systemClock })
    await work({
      config,
      store,
      service,
      usage: new UsageStore(db),
      signIn: new SignInStore(db),
      life: openLifeStores(database),
    })
  })
}

export async function getAccount(
  { store }: AdminContext,
  reference: string,
  referenceKind: 'account' | 'key' = 'account',
): Promise<Account> {
  const account = await store.findByReference(reference)
  if (!account) throw new CommandError(exitCodes.notFound, `there is no ${referenceKind} ${JSON.stringify(reference)}`)
  return account
}

export function unwrapOrFail<T>(result: Result<T, AccountFailure>): T {
  if (result.ok) return result.value
  const { status, body } = toProblem(accountProblems, result.failure)
  const exitCode = status === 404 ? exitCodes.notFound : status === 422 ? exitCodes.usage : exitCodes.refused
  throw new CommandError(exitCode, body.detail)
}

export function describePlanEnd(account: Account): string {
  return account.expiresAt === null ? 'never' : toIsoTime(account.expiresAt)
}

export const keepKeysHelp =
  'keep keys from signup that the owner has not accepted, instead of revoking them; they get the plan of the account and access to its data'

/**
 * Describes how many keys from signup were revoked or kept. The operator must see the number, because anyone can sign
 * up with any email address.
 */
export function describeSignupKeys({ revokedKeys, keptKeys }: SignupKeyCounts): string[] {
  const describeCount = (count: number) => `${count} ${count === 1 ? 'key' : 'keys'} from signup`
  if (keptKeys > 0) return [`Kept ${describeCount(keptKeys)} that the owner had not accepted`]
  if (revokedKeys === 0) return []
  return [
    `Revoked ${describeCount(revokedKeys)} that the owner had not accepted. Next time, use --keep-keys to keep such keys if you know who created them.`,
  ]
}

export const planList = `one of ${planNames.join(', ')}`

export function parsePlan(input: string): PlanName {
  if (isPlanName(input)) return input
  throw new InvalidArgumentError(`The plans are ${planNames.join(', ')}.`)
}
export function parseWholeNumber(input: string): number {
  if (/^\d{1,9}$/.test(input)) return Number(input)
  throw new InvalidArgumentError('It must be a whole number.')
}
export function parseDays(input: string): number {
  const value = Number(input)
  if (/^\d+$/.test(input) && value >= 1 && value <= MAX_DAYS) return value
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_DAYS}.`)
}
export function parseOnOff(input: string): boolean {
  if (input === 'on' || input === 'off') return input === 'on'
  throw new InvalidArgumentError('It must be on or off.')
}
export function parseHours(input: string): number {
  const value = Number(input)
  if (input.trim() !== '' && value >= 0 && value <= 720) return value
  throw new InvalidArgumentError('It must be a number of hours from 0 to 720.')
}

/** Validates names and labels in the same way as the API. */
export function parseSingleLine(input: string): string {
  if (input.length <= 100 && !/\p{Cc}/u.test(input)) return input
  throw new InvalidArgumentError('It must be one line of at most 100 characters.')
}
