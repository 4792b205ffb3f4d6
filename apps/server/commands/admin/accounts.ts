import type { Command } from 'commander'
import { sumUsageBy, toAccountFields, toQuota } from '../../features/accounts/mapping.ts'
import { systemClock, toDay, toMonth } from '../../platform/clock.ts'
import type { PlanName } from '../../platform/config/plans.ts'
import { type CommonOptions, formatTable, print, withJson } from '../common.ts'
import { CommandError, exitCodes } from '../exit.ts'
import {
  describePlanEnd,
  describeSignupKeys,
  getAccount,
  keepKeysHelp,
  parseDays,
  parseOnOff,
  parsePlan,
  parseWholeNumber,
  planList,
  withAdminContext,
} from './admin-context.ts'

export function registerListCommand(admin: Command): void {
  withJson(admin.command('list').description('list accounts'))
    .option('--plan <plan>', 'list only accounts on this plan', parsePlan)
    .option('--limit <n>', 'maximum number of accounts', parseWholeNumber, 100)
    .option('--after <number>', 'list only accounts with a number above this one', parseWholeNumber, 0)
    .action((options: CommonOptions & { plan?: PlanName; limit: number; after: number }) =>
      withAdminContext(options, async ({ store }) => {
        const page = await store.listAccounts({ ...options, limit: options.limit + 1 })
        const accounts = page.slice(0, options.limit)
        const lastAccount = accounts.at(-1)
        const next = page.length > accounts.length && lastAccount ? lastAccount.number : null
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
          describePlanEnd(account),
        ])
        const nextPageHint = next === null ? '' : `\n\nThere are more accounts; continue with --after ${next}`
        print(
          options,
          { accounts: value, next },
          formatTable([['NUMBER', 'ID', 'EMAIL', 'PLAN', 'ENDS'], ...rows]) + nextPageHint,
        )
      }),
    )
}

export function registerSetPlanCommand(admin: Command): void {
  withJson(
    admin
      .command('set-plan')
      .description('change the plan of an account')
      .argument('<account>', 'email address or id of the account'),
  )
    .requiredOption('--plan <plan>', planList, parsePlan)
    .option('--keep-keys', keepKeysHelp)
    .action((reference: string, options: CommonOptions & { plan: PlanName; keepKeys?: boolean }) =>
      withAdminContext(options, async (context) => {
        const result = await context.service.setPlan(await getAccount(context, reference), options.plan, options)
        const { account, revokedKeys, keptKeys } = result
        const message = `${account.email} is on the ${account.plan} plan; end of the plan: ${describePlanEnd(account)}`
        print(
          options,
          { account: toAccountFields(account), revoked_keys: revokedKeys, kept_keys: keptKeys },
          [message, ...describeSignupKeys(result)].join('\n'),
        )
      }),
    )
}

export function registerExtendTrialCommand(admin: Command): void {
  withJson(
    admin
      .command('extend-trial')
      .description('extend a trial')
      .argument('<account>', 'email address or id of the account'),
  )
    .requiredOption('--days <n>', 'days to add', parseDays)
    .action((reference: string, options: CommonOptions & { days: number }) =>
      withAdminContext(options, async (context) => {
        const currentAccount = await getAccount(context, reference)
        if (currentAccount.expiresAt === null) {
          throw new CommandError(
            exitCodes.refused,
            `${currentAccount.email} is on the ${currentAccount.plan} plan, which does not expire`,
          )
        }
        const account = await context.service.extendTrial(currentAccount, options.days)
        print(
          options,
          { account: toAccountFields(account) },
          `The trial of ${account.email} ends on ${describePlanEnd(account)}`,
        )
      }),
    )
}

export function registerUsageCommand(admin: Command): void {
  const command = admin.command('usage').description('show the usage of an account this month')
  withJson(command.argument('<account>', 'email address or id of the account')).action(
    (reference: string, options: CommonOptions) =>
      withAdminContext(options, async (context) => {
        const account = await getAccount(context, reference)
        const now = systemClock.now()
        const month = toMonth(toDay(now))
        const usageLines = await context.usage.listSince(account.number, `${month}-01`)
        const quota = toQuota(
          context.config.plans[account.plan],
          await context.usage.loadUsedUnits(account.number, month),
          now,
        )
        const operations = sumUsageBy(usageLines, 'operation')
        const rows = operations.map((sum) => [sum.operation, String(sum.calls), String(sum.routes)])
        const usage = { by_operation: operations, by_day: sumUsageBy(usageLines, 'day') }
        const summary = `${account.email}, ${account.plan}: ${quota.used} of ${quota.routes_per_month} routes used, resets on ${quota.resets_at}`
        print(
          options,
          { account: toAccountFields(account), quota, usage },
          `${summary}\n\n${formatTable([['OPERATION', 'CALLS', 'ROUTES'], ...rows])}`,
        )
      }),
  )
}

export function registerShareTrafficCommand(admin: Command): void {
  const command = admin
    .command('share-traffic')
    .description('set whether the vehicle speeds of an account are used as live traffic data')
  withJson(
    command
      .argument('<account>', 'email address or id of the account')
      .argument('<on|off>', 'on to use the speeds, off to stop using them', parseOnOff),
  ).action((reference: string, shares: boolean, options: CommonOptions) =>
    withAdminContext(options, async (context) => {
      const account = await getAccount(context, reference)
      await context.service.setSharesTraffic(account.number, shares)
      const message = `Vehicle speeds of ${account.email} ${shares ? 'are' : 'are not'} used as live traffic data`
      print(options, { account: toAccountFields(account), shares_traffic: shares }, message)
    }),
  )
}
