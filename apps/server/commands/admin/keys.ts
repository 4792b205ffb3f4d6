import type { Command } from 'commander'
import { DEFAULT_OVERLAP_HOURS } from '../../features/accounts/keys/key-service.ts'
import { toAccountFields, toIssuedKey, toKeyFields, toLimits } from '../../features/accounts/mapping.ts'
import type { OperatorIssuedKey } from '../../features/accounts/service.ts'
import { systemClock } from '../../platform/clock.ts'
import type { PlanName } from '../../platform/config/plans.ts'
import type { KeyScopes } from '../../platform/http/guard/key-scope.ts'
import { type CommonOptions, formatTable, print, withJson } from '../common.ts'
import {
  describePlanEnd,
  describeSignupKeys,
  getAccount,
  keepKeysHelp,
  parseHours,
  parsePlan,
  parseSingleLine,
  planList,
  unwrapOrFail,
  withAdminContext,
} from './admin-context.ts'
import {
  describeRestrictions,
  type RestrictionOptions,
  toRestrictions,
  withRestrictions,
} from './restriction-options.ts'

interface IssueOptions extends CommonOptions, RestrictionOptions {
  readonly email: string
  readonly plan: PlanName
  readonly name?: string
  readonly label?: string
  readonly keepKeys?: boolean
}

export function registerIssueKeyCommand(admin: Command): void {
  const command = withJson(admin.command('issue-key'))
    .description('issue a key for an account; the account is created if it does not exist, and its plan is set')
    .requiredOption('--email <address>', 'email address of the account')
    .requiredOption('--plan <plan>', planList, parsePlan)
    .option('--name <name>', 'name of the person or company, for a new account', parseSingleLine)
    .option('--label <label>', 'what the key is for', parseSingleLine)
    .option('--keep-keys', keepKeysHelp)
  withRestrictions(command, false).action((options: IssueOptions) =>
    withAdminContext({ ...options, canCreateDatabase: true }, async ({ config, service }) => {
      const restrictions = toRestrictions(options)
      const result = unwrapOrFail(await service.issueByOperator({ ...options, restrictions }))
      const { account, issued, created, previousPlan } = result
      const value = {
        account: toAccountFields(account),
        created,
        plan_before: previousPlan,
        revoked_keys: result.revokedKeys,
        kept_keys: result.keptKeys,
        ...toIssuedKey(issued, systemClock.now()),
        limits: toLimits(config.plans[account.plan]),
      }
      print(options, value, describeIssuedKey(result))
    }),
  )
}

function describeIssuedKey(result: OperatorIssuedKey): string {
  const { account, issued, created, previousPlan } = result
  const hasPlanEnded = account.expiresAt !== null && account.expiresAt <= systemClock.now()
  return [
    `${created ? 'Created' : 'Found'} account ${account.id} (${account.email}), plan ${account.plan}`,
    ...(previousPlan === account.plan
      ? []
      : [`The plan of the account was changed from ${previousPlan} to ${account.plan}, which applies to all its keys`]),
    ...(account.expiresAt === null
      ? []
      : [`The plan of the account ${hasPlanEnded ? 'ended' : 'ends'} on ${describePlanEnd(account)}`]),
    ...(hasPlanEnded ? ['The key will not work until the trial is extended (fairway admin extend-trial)'] : []),
    ...describeSignupKeys(result),
    ...describeRestrictions(issued.key),
    `Key ${issued.key.id}, shown only once:`,
    '',
    `  ${issued.apiKey}`,
  ].join('\n')
}

export function registerListKeysCommand(admin: Command): void {
  withJson(
    admin
      .command('keys')
      .description('list the keys of an account')
      .argument('<account>', 'email address or id of the account'),
  ).action((reference: string, options: CommonOptions) =>
    withAdminContext(options, async (context) => {
      const account = await getAccount(context, reference)
      const keys = (await context.service.keys.list(account.number)).map((key) => toKeyFields(key, systemClock.now()))
      const rows = keys.map((key) => [
        key.id,
        `…${key.hint}`,
        key.state,
        key.created_at,
        key.expires_at ?? '',
        key.kept ? 'yes' : 'no',
        listRestricted(key.scopes),
        key.label ?? '',
      ])
      const head = ['ID', 'KEY', 'STATE', 'CREATED', 'ENDS', 'KEPT', 'RESTRICTED', 'LABEL']
      print(options, { keys }, formatTable([head, ...rows]))
    }),
  )
}

/** Returns the names of the scopes that restrict a key. */
function listRestricted(scopes: KeyScopes): string {
  const names = (['operations', 'origins', 'networks'] as const).filter((name) => scopes[name] !== null)
  return names.length === 0 ? 'no' : names.join(',')
}

interface UpdateOptions extends CommonOptions, RestrictionOptions {
  readonly label?: string
}

export function registerUpdateKeyCommand(admin: Command): void {
  const command = withJson(admin.command('update-key'))
    .description('rename a key or change its restrictions; omitted options stay unchanged')
    .argument('<key-id>')
    .option('--label <label>', 'what the key is for; an empty string removes the label', parseSingleLine)
  withRestrictions(command, true).action((id: string, options: UpdateOptions) =>
    withAdminContext(options, async (context) => {
      const account = await getAccount(context, id, 'key')
      const changes = { label: options.label, ...toRestrictions(options) }
      const key = unwrapOrFail(await context.service.keys.update(account.number, id, changes))
      const lines = [`Key ${id} of ${account.email}: ${key.label ?? 'no label'}`, ...describeRestrictions(key)]
      print(options, { key: toKeyFields(key, systemClock.now()) }, lines.join('\n'))
    }),
  )
}

export function registerRevokeCommand(admin: Command): void {
  withJson(admin.command('revoke').description('revoke a key immediately').argument('<key-id>')).action(
    (id: string, options: CommonOptions) =>
      withAdminContext(options, async (context) => {
        const account = await getAccount(context, id, 'key')
        const key = unwrapOrFail(await context.service.keys.revoke(account.number, id))
        print(options, { key: toKeyFields(key, systemClock.now()) }, `Key ${id} of ${account.email} is revoked`)
      }),
  )
}

export function registerRotateCommand(admin: Command): void {
  withJson(
    admin
      .command('rotate')
      .description('replace a key; the old key stays valid during the overlap period')
      .argument('<key-id>'),
  )
    .option('--overlap-hours <n>', 'number of hours that the old key stays valid', parseHours, DEFAULT_OVERLAP_HOURS)
    .action((id: string, options: CommonOptions & { overlapHours: number }) =>
      withAdminContext(options, async (context) => {
        const account = await getAccount(context, id, 'key')
        const issuedKey = unwrapOrFail(await context.service.keys.rotate(account.number, id, options.overlapHours))
        print(
          options,
          toIssuedKey(issuedKey, systemClock.now()),
          `Key ${issuedKey.key.id} replaces ${id}, which stays valid for another ${options.overlapHours} h. Shown only once:\n\n  ${issuedKey.apiKey}`,
        )
      }),
    )
}
