import type { Command } from 'commander'
import { registerCheckCommand } from './check.ts'
import { registerListCommand } from './list.ts'
import { registerLoadCommand } from './load.ts'
import { registerProbesCommand } from './probes.ts'
import { registerUnloadCommand } from './unload.ts'

/**
 * Registers the commands for manual traffic data. You can run these commands while the server is running. The server
 * applies changes within a second.
 */
export function registerTrafficCommands(program: Command): void {
  const traffic = program.command('traffic').description('traffic: load feeds, learn speeds from vehicles, list')
  registerListCommand(traffic)
  registerLoadCommand(traffic)
  registerUnloadCommand(traffic)
  registerCheckCommand(traffic)
  registerProbesCommand(traffic)
}
