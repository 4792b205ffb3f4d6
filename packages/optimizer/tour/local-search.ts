import { orOpt } from './or-opt.ts'
import { orThreeOpt } from './or-three-opt.ts'
import type { LocalSearch } from './search-state.ts'
import { twoOpt } from './two-opt.ts'

/** Improves the tour around the queued nodes until no move helps. */
export function runLocalSearch(search: LocalSearch): void {
  const { queue } = search
  while (!queue.isEmpty) {
    const node = queue.shift()
    while (twoOpt(search, node) || orOpt(search, node) || orThreeOpt(search, node));
  }
}
