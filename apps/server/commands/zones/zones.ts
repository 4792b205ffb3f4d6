import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerCheckCommand } from './check.ts'
import { registerListCommand } from './list.ts'
import { registerRemoveCommand } from './remove.ts'

/**
 * Registers the commands for no-fly zones and drone corridors. You can run these commands while the server is running.
 * The server applies changes within a second.
 */
export function registerZonesCommands(program: Command): void {
  const zonesCommand = program
    .command('zones')
    .description('manage no-fly zones and corridors for drones: add, list, remove, check files')
  registerAddCommand(zonesCommand)
  registerListCommand(zonesCommand)
  registerRemoveCommand(zonesCommand)
  registerCheckCommand(zonesCommand)
}
