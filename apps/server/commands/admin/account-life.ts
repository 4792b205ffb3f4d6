import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { OPERATOR_ACTOR } from '../../features/accounts/audit/audit.ts'
import { exportAccount } from '../../features/accounts/life/export-account.ts'
import { systemClock } from '../../platform/clock.ts'
import { type CommonOptions, print, withJson } from '../common.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { getAccount, withAdminContext } from './admin-context.ts'

export function registerEndSessionsCommand(admin: Command): void {
  withJson(admin.command('end-sessions').description('sign an account out of all browsers; its keys still work'))
    .argument('<account>', 'email address or id of the account')
    .action((reference: string, options: CommonOptions) =>
      withAdminContext(options, async (context) => {
        const account = await getAccount(context, reference)
        const event = { action: 'sessions.ended', actor: OPERATOR_ACTOR, at: systemClock.now() } as const
        const endedSessions = await context.signIn.deleteSessions(account.number, event)
        print(
          options,
          { ended: endedSessions },
          `Ended ${endedSessions} ${endedSessions === 1 ? 'session' : 'sessions'} of ${account.email}`,
        )
      }),
    )
}

export function registerExportAccountCommand(admin: Command): void {
  withJson(admin.command('export-account').description('export all account data as JSON'))
    .argument('<account>', 'email address or id of the account')
    .option('--output <file>', 'write to this new file instead of standard output')
    .action((reference: string, options: CommonOptions & { readonly output?: string }) =>
      withAdminContext(options, async (context) => {
        const account = await getAccount(context, reference)
        const { audit, exportStores } = context.life
        const now = systemClock.now()
        await audit.write(account.number, { action: 'account.exported', actor: OPERATOR_ACTOR, at: now })
        const document = Readable.from(exportAccount(exportStores, account, now))
        if (options.output === undefined) await pipeline(document, process.stdout, { end: false })
        else {
          await writeFile(document, options.output)
          print(options, { output: options.output }, `Wrote ${options.output}`)
        }
      }),
    )
}

async function writeFile(document: Readable, file: string): Promise<void> {
  // Only the operator can read the new file. An existing file is not overwritten.
  await pipeline(document, createWriteStream(file, { mode: 0o600, flags: 'wx' })).catch((error: Error) => {
    if (!('code' in error)) throw error
    throw new CommandError(exitCodes.refused, `${file} cannot be written: ${error.message}`)
  })
}

export function registerDeleteAccountCommand(admin: Command): void {
  withJson(admin.command('delete-account').description('delete an account and its keys, assets, tracks and usage'))
    .argument('<account>', 'email address or id of the account')
    .option('--yes', 'confirm the deletion; without this option, nothing is deleted')
    .action((reference: string, options: CommonOptions & { readonly yes?: boolean }) =>
      withAdminContext(options, async (context) => {
        const account = await getAccount(context, reference)
        if (!options.yes) {
          const message = `this deletes ${account.email} (${account.id}, plan ${account.plan}) and its keys, assets, tracks and usage, and cannot be undone; add --yes to confirm`
          throw new CommandError(exitCodes.refused, message)
        }
        await context.life.deletion.delete(account, OPERATOR_ACTOR, systemClock.now())
        print(options, { deleted: account.id }, `Deleted ${account.email} (${account.id}) and all its data`)
      }),
    )
}
