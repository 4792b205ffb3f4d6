import type { Command } from 'commander'
import { toAccountFields, toIssuedKey, toKeyFields, toLimits } from '../../features/accounts/mapping.ts'
import { DEFAULT_OVERLAP_HOURS, type OperatorIssue } from '../../features/accounts/service.ts'
import { systemClock } from '../../platform/clock.ts'
import type { PlanName } from '../../platform/config/plans.ts'
import { type CommonOptions, print, table, withJson } from '../common.ts'
import { atDesk, endOf, getAccount, hours, line, orFail, plan, planList } from './desk.ts'

interface IssueOptions extends CommonOptions {
  readonly email: string
  readonly plan: PlanName
  readonly name?: string
  readonly label?: string
}

export function addIssueKey(admin: Command): void {
  withJson(admin.command('issue-key').description('issue a key; creates the account, or changes its plan if it exists'))
    .requiredOption('--email <address>', 'the account')
    .requiredOption('--plan <plan>', planList, plan)
    .option('--name <name>', 'name of the person or company, for a new account', line)
    .option('--label <label>', 'what the key is for', line)
    .action((options: IssueOptions) =>
      atDesk({ ...options, mayCreate: true }, async ({ config, service }) => {
        const done = orFail(await service.issue(options))
        const { account, issued, created, planBefore } = done
        const value = {
          account: toAccountFields(account),
          created,
          plan_before: planBefore,
          ...toIssuedKey(issued, systemClock.now()),
          limits: toLimits(config.plans[account.plan]),
        }
        print(options, value, describeIssue(done))
      }),
    )
}

function describeIssue({ account, issued, created, planBefore }: OperatorIssue): string {
  const ended = account.expiresAt !== null && account.expiresAt <= systemClock.now()
  return [
    `${created ? 'Created' : 'Found'} account ${account.id} (${account.email}), plan ${account.plan}`,
    ...(planBefore === account.plan
      ? []
      : [`The plan was changed from ${planBefore} to ${account.plan}, for all its keys`]),
    ...(account.expiresAt === null ? [] : [`The account ${ended ? 'ended' : 'ends'} ${endOf(account)}`]),
    ...(ended ? ['The key will not work until the trial is extended (fairway admin extend-trial)'] : []),
    `Key ${issued.key.id}, shown only once:`,
    '',
    `  ${issued.apiKey}`,
  ].join('\n')
}

export function addKeys(admin: Command): void {
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
}

export function addRevoke(admin: Command): void {
  withJson(admin.command('revoke').description('revoke a key immediately').argument('<key-id>')).action(
    (id: string, options: CommonOptions) =>
      atDesk(options, async (desk) => {
        const account = await getAccount(desk, id, 'key')
        const key = orFail(await desk.service.revokeKey(account.number, id))
        print(options, { key: toKeyFields(key, systemClock.now()) }, `Key ${id} of ${account.email} is revoked`)
      }),
  )
}

export function addRotate(admin: Command): void {
  withJson(
    admin.command('rotate').description('replace a key; the old key stays valid for the overlap').argument('<key-id>'),
  )
    .option('--overlap-hours <n>', 'hours that the old key stays valid', hours, DEFAULT_OVERLAP_HOURS)
    .action((id: string, options: CommonOptions & { overlapHours: number }) =>
      atDesk(options, async (desk) => {
        const account = await getAccount(desk, id, 'key')
        const issued = orFail(await desk.service.rotateKey(account.number, id, options.overlapHours))
        print(
          options,
          toIssuedKey(issued, systemClock.now()),
          `Key ${issued.key.id} replaces ${id}, which stays valid for another ${options.overlapHours} h. Shown only once:\n\n  ${issued.apiKey}`,
        )
      }),
    )
}
