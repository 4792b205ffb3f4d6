import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerListCommand } from './list.ts'
import { registerRemoveCommand } from './remove.ts'

/**
 * Registers the commands for elevation tiles. You can run these commands while the server is running. The server
 * applies changes within a second. Maps use elevation tiles only during compilation.
 */
export function registerTerrainCommands(program: Command): void {
  const terrain = program.command('terrain').description('elevation tiles (SRTM .hgt): add, list, remove')
  registerAddCommand(terrain)
  registerListCommand(terrain)
  registerRemoveCommand(terrain)
}
