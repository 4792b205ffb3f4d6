import type { RegionDirectory } from '../region-directory.ts'
import type { SeaDesk } from '../sea/sea-desk.ts'
import { CancelFlag } from './cancel-flag.ts'
import type { Compute, Tasks } from './task.ts'

/** Does tasks in the thread that asks: where there is one thread only, as in tests. */
export function computeHere<T extends Tasks>(tasks: T, regions: RegionDirectory, sea: SeaDesk): Compute<T> {
  return {
    async run(name, input, { cancel }) {
      const flag = new CancelFlag(cancel)
      if (flag.isCancelled) return { kind: 'cancelled' }
      const context = { regions, sea, isCancelled: () => flag.isCancelled }
      return { kind: 'done', value: (await tasks[name]?.(input as never, context)) as never }
    },
  }
}
