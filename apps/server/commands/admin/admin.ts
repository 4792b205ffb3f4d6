import type { Command } from 'commander'
import { addExtendTrial, addList, addSetPlan, addShareTraffic, addUsage } from './accounts.ts'
import { addIssueKey, addKeys, addRevoke, addRotate } from './keys.ts'

/** Operator commands. They work next to a running server, which applies changes within half a second. */
export function addAdmin(program: Command): void {
  const admin = program.command('admin').description('manage accounts, keys and plans')
  const ofAccounts = [addList, addSetPlan, addExtendTrial, addShareTraffic, addUsage]
  for (const add of [addIssueKey, addKeys, addRevoke, addRotate, ...ofAccounts]) add(admin)
}
