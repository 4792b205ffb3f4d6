import type { Command } from 'commander'
import {
  registerDeleteAccountCommand,
  registerEndSessionsCommand,
  registerExportAccountCommand,
} from './account-life.ts'
import {
  registerExtendTrialCommand,
  registerListCommand,
  registerSetPlanCommand,
  registerShareTrafficCommand,
  registerUsageCommand,
} from './accounts.ts'
import { registerAuditCommand } from './audit.ts'
import { registerCheckCommand } from './check.ts'
import { registerDowngradeCommand } from './downgrade.ts'
import {
  registerIssueKeyCommand,
  registerListKeysCommand,
  registerRevokeCommand,
  registerRotateCommand,
  registerUpdateKeyCommand,
} from './keys.ts'

/**
 * Registers the operator commands. You can run these commands while the server is running. The server applies changes
 * within half a second.
 */
export function registerAdminCommands(program: Command): void {
  const admin = program.command('admin').description('manage accounts, keys and plans, and check the stored data')
  const accountCommands = [
    registerListCommand,
    registerSetPlanCommand,
    registerExtendTrialCommand,
    registerShareTrafficCommand,
    registerUsageCommand,
    registerAuditCommand,
    registerEndSessionsCommand,
    registerExportAccountCommand,
    registerDeleteAccountCommand,
  ]
  for (const registerCommand of [
    registerIssueKeyCommand,
    registerListKeysCommand,
    registerRevokeCommand,
    registerRotateCommand,
    registerUpdateKeyCommand,
    ...accountCommands,
    registerCheckCommand,
    registerDowngradeCommand,
  ])
    registerCommand(admin)
}
