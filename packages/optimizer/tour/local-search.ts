import { orOpt } from './or-opt.ts'
import { orThreeOpt } from './or-three-opt.ts'
import type { LocalSearch } from './search-state.ts'

import { twoOpt } from './two-opt.ts'

/** Meets a deadline of 100 ms to within a few percent at 1,000 stops. */
const NODES_PER_CLOCK_CHECK = 32

/** Improves the tour around the queued nodes until no move helps or `isSearchOver` returns true. */
export function runLocalSearch(search: LocalSearch, isOver: () => boolean): void {
  const { queue } = search
  for (let checkedNodes = 1; !queue.isEmpty; checkedNodes++) {
    const node = queue.shift()
    while (twoOpt(search, node) || orOpt(search, node) || orThreeOpt(search, node));
    if (checkedNodes % NODES_PER_CLOCK_CHECK === 0 && isOver()) return
  }
}
