import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerListCommand } from './list.ts'
import { registerRemoveCommand } from './remove.ts'

/**
 * Elevation tiles. You can run the commands while the server is running; it applies changes within a second. Maps use
 * tiles when they are compiled.
 */
export function registerTerrainCommands(program: Command): void {
  const terrain = program.command('terrain').description('elevation tiles (SRTM .hgt): add, list, remove')
  registerAddCommand(terrain)
  registerListCommand(terrain)
  registerRemoveCommand(terrain)
}
