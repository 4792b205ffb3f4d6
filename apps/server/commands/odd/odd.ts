import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerListCommand } from './list.ts'
import { registerRemoveCommand } from './remove.ts'

/**
 * Registers the commands for operational design domains of self-driving vehicles. You can run these commands while the
 * server is running. The server applies changes within two seconds.
 */
export function registerOddCommands(program: Command): void {
  const odd = program
    .command('odd')
    .description('operational design domains for self-driving vehicles: add, list, remove')
  registerAddCommand(odd)
  registerListCommand(odd)
  registerRemoveCommand(odd)
}
