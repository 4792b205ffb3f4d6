import { type Command, InvalidArgumentError } from 'commander'
import { dayOf, monthOf, systemClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { isPlanName, type PlanName, planNames } from '../config/plans.ts'
import type { Account } from '../features/accounts/account.ts'
import { type AccountFailure, accountProblems } from '../features/accounts/failures.ts'
import { sumBy, toAccountFields, toIssuedKey, toKeyFields, toLimits, toQuota } from '../features/accounts/mapping.ts'
import { AccountService } from '../features/accounts/service.ts'
import { AccountStore } from '../features/accounts/store.ts'
import { toProblem } from '../http/problem.ts'
import { UsageStore } from '../metering/store.ts'
import type { Result } from '../result.ts'
import { type CommonOptions, print, readConfig, table, withDatabase, withJson } from './common.ts'
import { CommandFailed, exitCodes } from './exit.ts'

interface Desk {
  readonly config: Config
  readonly store: AccountStore
  readonly service: AccountService
  readonly usage: UsageStore
}

/** The operator's commands. They work beside a running server, which notices within half a second. */
export function addAdmin(program: Command): void {
  const admin = program.command('admin').description('accounts, keys and plans, for the operator')

  withJson(admin.command('issue-key').description('issue a key for any plan; creates the account if there is none'))
    .requiredOption('--email <address>', 'the account')
    .requiredOption('--plan <plan>', `one of ${planNames.join(', ')}`, plan)
    .option('--name <name>', 'name of the person or company, for a new account')
    .option('--label <label>', 'what the key is for')
    .action((options: CommonOptions & { email: string; plan: PlanName; name?: string; label?: string }) =>
      atDesk(options, async ({ config, service }) => {
        const { account, issued, created } = orFail(await service.issue(options))
        const value = {
          account: toAccountFields(account),
          created,
          ...toIssuedKey(issued, systemClock.now()),
          limits: toLimits(config.plans[account.plan]),
        }
        print(
          options,
          value,
          [
            `${created ? 'Created' : 'Found'} account ${account.id} (${account.email}), plan ${account.plan}`,
            `Key ${issued.key.id}, shown only now:`,
            '',
            `  ${issued.apiKey}`,
          ].join('\n'),
        )
      }),
    )

  withJson(admin.command('list').description('list accounts'))
    .option('--plan <plan>', 'only this plan', plan)
    .option('--limit <n>', 'at most so many', wholeNumber, 100)
    .option('--after <number>', 'continue after this account number', wholeNumber, 0)
    .action((options: CommonOptions & { plan?: PlanName; limit: number; after: number }) =>
      atDesk(options, async ({ store }) => {
        const accounts = await store.listAccounts(options)
        const value = accounts.map((account) => ({
          number: account.number,
          ...toAccountFields(account),
          name: account.name,
        }))
        const rows = accounts.map((account) => [
          String(account.number),
          account.id,
          account.email,
          account.plan,
          ends(account),
        ])
        print(options, { accounts: value }, table([['NUMBER', 'ID', 'E-MAIL', 'PLAN', 'ENDS'], ...rows]))
      }),
    )

  withJson(
    admin.command('keys').description('list the keys of an account').argument('<account>', 'e-mail or id'),
  ).action((reference: string, options: CommonOptions) =>
    atDesk(options, async (desk) => {
      const account = await getAccount(desk, reference)
      const keys = (await desk.service.listKeys(account.number)).map((key) => toKeyFields(key, systemClock.now()))
      const rows = keys.map((key) => [
        key.id,
        `…${key.hint}`,
        key.state,
        key.created_at,
        key.expires_at ?? '',
        key.label ?? '',
      ])
      print(options, { keys }, table([['ID', 'KEY', 'STATE', 'CREATED', 'ENDS', 'LABEL'], ...rows]))
    }),
  )

  withJson(admin.command('revoke').description('end a key at once').argument('<key-id>')).action(
    (id: string, options: CommonOptions) =>
      atDesk(options, async (desk) => {
        const account = await getAccount(desk, id, 'key')
        const key = orFail(await desk.service.revokeKey(account.number, id))
        print(options, { key: toKeyFields(key, systemClock.now()) }, `Key ${id} of ${account.email} is revoked`)
      }),
  )

  withJson(
    admin.command('rotate').description('replace a key; the old one works on for the overlap').argument('<key-id>'),
  )
    .option('--overlap-hours <n>', 'how long the old key works on', hours, 24)
    .action((id: string, options: CommonOptions & { overlapHours: number }) =>
      atDesk(options, async (desk) => {
        const account = await getAccount(desk, id, 'key')
        const issued = orFail(await desk.service.rotateKey(account.number, id, options.overlapHours))
        print(
          options,
          toIssuedKey(issued, systemClock.now()),
          `Key ${issued.key.id} replaces ${id}, which works for another ${options.overlapHours} h. Shown only now:\n\n  ${issued.apiKey}`,
        )
      }),
    )

  withJson(admin.command('set-plan').description('change the plan of an account').argument('<account>', 'e-mail or id'))
    .requiredOption('--plan <plan>', `one of ${planNames.join(', ')}`, plan)
    .action((reference: string, options: CommonOptions & { plan: PlanName }) =>
      atDesk(options, async (desk) => {
        const account = await desk.service.setPlan(await getAccount(desk, reference), options.plan)
        print(
          options,
          { account: toAccountFields(account) },
          `${account.email} is on ${account.plan}; ends: ${ends(account)}`,
        )
      }),
    )

  withJson(admin.command('extend-trial').description('give a trial more days').argument('<account>', 'e-mail or id'))
    .requiredOption('--days <n>', 'how many days more', wholeNumber)
    .action((reference: string, options: CommonOptions & { days: number }) =>
      atDesk(options, async (desk) => {
        const before = await getAccount(desk, reference)
        if (before.expiresAt === null) {
          throw new CommandFailed(exitCodes.refused, `${before.email} is on ${before.plan}, which does not end`)
        }
        const account = await desk.service.extendTrial(before, options.days)
        print(options, { account: toAccountFields(account) }, `The trial of ${account.email} ends ${ends(account)}`)
      }),
    )

  withJson(
    admin
      .command('usage')
      .description('show what an account has used this month')
      .argument('<account>', 'e-mail or id'),
  ).action((reference: string, options: CommonOptions) =>
    atDesk(options, async (desk) => {
      const account = await getAccount(desk, reference)
      const now = systemClock.now()
      const month = monthOf(dayOf(now))
      const lines = await desk.usage.listSince(account.number, `${month}-01`)
      const quota = toQuota(desk.config.plans[account.plan], await desk.usage.loadUsed(account.number, month), now)
      const operations = sumBy(lines, 'operation')
      const rows = operations.map((sum) => [sum.operation, String(sum.calls), String(sum.routes)])
      print(
        options,
        { account: toAccountFields(account), quota, usage: { by_operation: operations, by_day: sumBy(lines, 'day') } },
        `${account.email}, ${account.plan}: ${quota.used} of ${quota.routes_per_month} routes used, anew on ${quota.resets_at}\n\n${table([['OPERATION', 'CALLS', 'ROUTES'], ...rows])}`,
      )
    }),
  )
}

async function atDesk(options: CommonOptions, work: (desk: Desk) => Promise<void>): Promise<void> {
  const config = readConfig(options)
  await withDatabase(config, async ({ db }) => {
    const store = new AccountStore(db)
    const service = new AccountService({ store, plans: config.plans, clock: systemClock })
    await work({ config, store, service, usage: new UsageStore(db) })
  })
}

async function getAccount({ store }: Desk, reference: string, what: 'account' | 'key' = 'account'): Promise<Account> {
  const account = await store.findAny(reference)
  if (!account) throw new CommandFailed(exitCodes.notFound, `there is no ${what} ${JSON.stringify(reference)}`)
  return account
}

function orFail<T>(result: Result<T, AccountFailure>): T {
  if (result.ok) return result.value
  const { status, body } = toProblem(accountProblems, result.failure)
  const exitCode = status === 404 ? exitCodes.notFound : status === 422 ? exitCodes.usage : exitCodes.refused
  throw new CommandFailed(exitCode, body.detail)
}

function ends(account: Account): string {
  return account.expiresAt === null ? 'never' : new Date(account.expiresAt).toISOString()
}

function plan(text: string): PlanName {
  if (isPlanName(text)) return text
  throw new InvalidArgumentError(`The plans are ${planNames.join(', ')}.`)
}
function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}
function hours(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= 720) return value
  throw new InvalidArgumentError('It must be a number of hours from 0 to 720.')
}
