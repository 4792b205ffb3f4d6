import type { Command } from 'commander'
import { readAuditPage } from '../../features/accounts/audit/audit.ts'
import { type CommonOptions, formatTable, print, withJson } from '../common.ts'
import { getAccount, parseWholeNumber, withAdminContext } from './admin-context.ts'

export function registerAuditCommand(admin: Command): void {
  withJson(admin.command('audit').description('show the audit log of an account, newest first'))
    .argument('<account>', 'email address or id of the account')
    .option('--limit <n>', 'maximum number of entries', parseWholeNumber, 50)
    .option('--before <id>', 'show only entries older than this one', parseWholeNumber)
    .action((reference: string, options: CommonOptions & { limit: number; before?: number }) =>
      withAdminContext(options, async (context) => {
        // The audit entries that remain after an account is deleted are found by the account id.
        const deletedAccount = await context.store.findDeleted(reference)
        const account = deletedAccount ?? (await getAccount(context, reference)).number
        const { before, limit } = options
        const page = await readAuditPage(context.life.audit, account, { before, limit })
        const rows = page.entries.map((entry) => [
          entry.id,
          entry.time,
          entry.actor,
          entry.network ?? '',
          entry.action,
          entry.subject ?? '',
          Object.keys(entry.details).length === 0 ? '' : JSON.stringify(entry.details),
        ])
        const hint = page.next === null ? '' : `\n\nThere are more entries; continue with --before ${page.next}`
        const head = ['ID', 'TIME', 'ACTOR', 'NETWORK', 'ACTION', 'SUBJECT', 'DETAILS']
        print(options, page, formatTable([head, ...rows]) + hint)
      }),
    )
}
