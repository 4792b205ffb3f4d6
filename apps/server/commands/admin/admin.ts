import type { Command } from 'commander'
import { addExtendTrial, addList, addSetPlan, addShareTraffic, addUsage } from './accounts.ts'
import { addIssueKey, addKeys, addRevoke, addRotate } from './keys.ts'

/** Operator commands. They work next to a running server, which applies changes within half a second. */
export function addAdmin(program: Command): void {
  const admin = program.command('admin').description('accounts, keys and plans, for the operator')
  const ofAccounts = [addList, addSetPlan, addExtendTrial, addShareTraffic, addUsage]
  for (const add of [addIssueKey, addKeys, addRevoke, addRotate, ...ofAccounts]) add(admin)
}
