import type { Command } from 'commander'
import { addAdd } from './add.ts'
import { addCheck } from './check.ts'
import { addList } from './list.ts'
import { addRemove } from './remove.ts'

/**
 * No-fly zones and drone corridors. The commands work next to a running server, which applies changes within a second.
 */
export function addZones(program: Command): void {
  const zones = program
    .command('zones')
    .description('manage no-fly zones and corridors for drones: add, list, remove, check files')
  addAdd(zones)
  addList(zones)
  addRemove(zones)
  addCheck(zones)
}
