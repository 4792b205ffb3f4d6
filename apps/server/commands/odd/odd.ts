import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerListCommand } from './list.ts'
import { registerRemoveCommand } from './remove.ts'

/**
 * Operational design domains for self-driving vehicles. You can run the commands while the server is running; it
 * applies changes within two seconds.
 */
export function registerOddCommands(program: Command): void {
  const odd = program
    .command('odd')
    .description('operational design domains for self-driving vehicles: add, list, remove')
  registerAddCommand(odd)
  registerListCommand(odd)
  registerRemoveCommand(odd)
}
