import type { Command } from 'commander'
import { addCheck } from './check.ts'
import { addList } from './list.ts'
import { addLoad } from './load.ts'
import { addProbes } from './probes.ts'
import { addUnload } from './unload.ts'

/** Commands for manual traffic data. They work next to a running server, which applies changes within a second. */
export function addTraffic(program: Command): void {
  const traffic = program.command('traffic').description('traffic: load feeds, learn speeds from vehicles, list')
  addList(traffic)
  addLoad(traffic)
  addUnload(traffic)
  addCheck(traffic)
  addProbes(traffic)
}
