import type { Command } from 'commander'
import { addCheck } from './check.ts'
import { addList } from './list.ts'
import { addLoad } from './load.ts'
import { addProbes } from './probes.ts'
import { addUnload } from './unload.ts'

/** Traffic by hand. The commands work beside a running server, which notices within a second. */
export function addTraffic(program: Command): void {
  const traffic = program.command('traffic').description('traffic: load feeds, learn speeds from vehicles, list')
  addList(traffic)
  addLoad(traffic)
  addUnload(traffic)
  addCheck(traffic)
  addProbes(traffic)
}
