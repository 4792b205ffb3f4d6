import type { Command } from 'commander'
import { addAdd } from './add.ts'
import { addList } from './list.ts'
import { addRemove } from './remove.ts'

/**
 * Operational design domains for self-driving vehicles. The commands work next to a running server, which applies
 * changes within two seconds.
 */
export function addOdd(program: Command): void {
  const odd = program
    .command('odd')
    .description('operational design domains of self-driving vehicles: add, list, remove')
  addAdd(odd)
  addList(odd)
  addRemove(odd)
}
