import { InvalidArgumentError } from 'commander'
import type { Account } from '../../features/accounts/account.ts'
import { type AccountFailure, accountProblems } from '../../features/accounts/failures.ts'
import { toInstant } from '../../features/accounts/mapping.ts'
import { AccountService } from '../../features/accounts/service.ts'
import { AccountStore } from '../../features/accounts/store.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { isPlanName, MAX_DAYS, type PlanName, planNames } from '../../platform/config/plans.ts'
import { toProblem } from '../../platform/http/problem.ts'
import { UsageStore } from '../../platform/metering/store.ts'
import type { Result } from '../../platform/result.ts'
import { type CommonOptions, readConfig, withDatabase } from '../common.ts'
import { CommandFailed, exitCodes } from '../exit.ts'

/** The context of the operator commands. */
export interface Desk {
  readonly config: Config
  readonly store: AccountStore
  readonly service: AccountService
  readonly usage: UsageStore
}

export interface DeskOptions extends CommonOptions {
  /** Keys may be issued before the server first starts. */
  readonly mayCreate?: boolean
}

export async function atDesk(options: DeskOptions, work: (desk: Desk) => Promise<void>): Promise<void> {
  const config = readConfig(options)
  await withDatabase(config, options.mayCreate ?? false, async ({ db }) => {
    const store = new AccountStore(db)
    const service = new AccountService({ store, plans: config.plans, clock: systemClock })
    await work({ config, store, service, usage: new UsageStore(db) })
  })
}

export async function getAccount(
  { store }: Desk,
  reference: string,
  what: 'account' | 'key' = 'account',
): Promise<Account> {
  const account = await store.findAny(reference)
  if (!account) throw new CommandFailed(exitCodes.notFound, `there is no ${what} ${JSON.stringify(reference)}`)
  return account
}

export function orFail<T>(result: Result<T, AccountFailure>): T {
  if (result.ok) return result.value
  const { status, body } = toProblem(accountProblems, result.failure)
  const exitCode = status === 404 ? exitCodes.notFound : status === 422 ? exitCodes.usage : exitCodes.refused
  throw new CommandFailed(exitCode, body.detail)
}

export function endOf(account: Account): string {
  return account.expiresAt === null ? 'never' : toInstant(account.expiresAt)
}

export const planList = `one of ${planNames.join(', ')}`

export function plan(text: string): PlanName {
  if (isPlanName(text)) return text
  throw new InvalidArgumentError(`The plans are ${planNames.join(', ')}.`)
}
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}
export function days(text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= MAX_DAYS) return value
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_DAYS}.`)
}
export function onOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new InvalidArgumentError('It must be on or off.')
}
export function hours(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= 720) return value
  throw new InvalidArgumentError('It must be a number of hours from 0 to 720.')
}

/** Validates names and labels like the API does. */
export function line(text: string): string {
  if (text.length <= 100 && !/\p{Cc}/u.test(text)) return text
  throw new InvalidArgumentError('It must be one line of at most 100 characters.')
}
