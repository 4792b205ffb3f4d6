import type { Command } from 'commander'
import { sumBy, toAccountFields, toQuota } from '../../features/accounts/mapping.ts'
import { dayOf, monthOf, systemClock } from '../../platform/clock.ts'
import type { PlanName } from '../../platform/config/plans.ts'
import { type CommonOptions, print, table, withJson } from '../common.ts'
import { CommandFailed, exitCodes } from '../exit.ts'
import { atDesk, days, endOf, getAccount, onOff, plan, planList, wholeNumber } from './desk.ts'

export function addList(admin: Command): void {
  withJson(admin.command('list').description('list accounts'))
    .option('--plan <plan>', 'only this plan', plan)
    .option('--limit <n>', 'maximum number of accounts', wholeNumber, 100)
    .option('--after <number>', 'continue after this account number', wholeNumber, 0)
    .action((options: CommonOptions & { plan?: PlanName; limit: number; after: number }) =>
      atDesk(options, async ({ store }) => {
        const found = await store.listAccounts({ ...options, limit: options.limit + 1 })
        const accounts = found.slice(0, options.limit)
        const last = accounts.at(-1)
        const next = found.length > accounts.length && last ? last.number : null
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
          endOf(account),
        ])
        const more = next === null ? '' : `\n\nThere are more: --after ${next}`
        print(options, { accounts: value, next }, table([['NUMBER', 'ID', 'E-MAIL', 'PLAN', 'ENDS'], ...rows]) + more)
      }),
    )
}

export function addSetPlan(admin: Command): void {
  withJson(admin.command('set-plan').description('change the plan of an account').argument('<account>', 'e-mail or id'))
    .requiredOption('--plan <plan>', planList, plan)
    .action((reference: string, options: CommonOptions & { plan: PlanName }) =>
      atDesk(options, async (desk) => {
        const account = await desk.service.setPlan(await getAccount(desk, reference), options.plan)
        const text = `${account.email} is on ${account.plan}; ends: ${endOf(account)}`
        print(options, { account: toAccountFields(account) }, text)
      }),
    )
}

export function addExtendTrial(admin: Command): void {
  withJson(admin.command('extend-trial').description('extend a trial').argument('<account>', 'e-mail or id'))
    .requiredOption('--days <n>', 'days to add', days)
    .action((reference: string, options: CommonOptions & { days: number }) =>
      atDesk(options, async (desk) => {
        const before = await getAccount(desk, reference)
        if (before.expiresAt === null) {
          throw new CommandFailed(exitCodes.refused, `${before.email} is on ${before.plan}, which does not expire`)
        }
        const account = await desk.service.extendTrial(before, options.days)
        print(options, { account: toAccountFields(account) }, `The trial of ${account.email} ends ${endOf(account)}`)
      }),
    )
}

export function addUsage(admin: Command): void {
  const command = admin.command('usage').description('show the usage of an account this month')
  withJson(command.argument('<account>', 'e-mail or id')).action((reference: string, options: CommonOptions) =>
    atDesk(options, async (desk) => {
      const account = await getAccount(desk, reference)
      const now = systemClock.now()
      const month = monthOf(dayOf(now))
      const lines = await desk.usage.listSince(account.number, `${month}-01`)
      const quota = toQuota(desk.config.plans[account.plan], await desk.usage.loadUsed(account.number, month), now)
      const operations = sumBy(lines, 'operation')
      const rows = operations.map((sum) => [sum.operation, String(sum.calls), String(sum.routes)])
      const usage = { by_operation: operations, by_day: sumBy(lines, 'day') }
      const summary = `${account.email}, ${account.plan}: ${quota.used} of ${quota.routes_per_month} routes used, resets on ${quota.resets_at}`
      print(
        options,
        { account: toAccountFields(account), quota, usage },
        `${summary}\n\n${table([['OPERATION', 'CALLS', 'ROUTES'], ...rows])}`,
      )
    }),
  )
}

export function addShareTraffic(admin: Command): void {
  const command = admin.command('share-traffic').description('use the vehicle speeds of an account as live traffic')
  withJson(command.argument('<account>', 'e-mail or id').argument('<on|off>', 'whether to use them', onOff)).action(
    (reference: string, shares: boolean, options: CommonOptions) =>
      atDesk(options, async (desk) => {
        const account = await getAccount(desk, reference)
        await desk.service.setSharing(account.number, shares)
        const text = `Vehicle speeds of ${account.email} ${shares ? 'count' : 'do not count'} as traffic`
        print(options, { account: toAccountFields(account), shares_traffic: shares }, text)
      }),
  )
}
