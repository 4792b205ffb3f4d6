import { orOpt } from './or-opt.ts'
import { orThreeOpt } from './or-three-opt.ts'
import type { LocalSearch } from './search-state.ts'

import { twoOpt } from './two-opt.ts'

/** Keeps a deadline of 100 ms to within a few percent at 1,000 stops. */
const NODES_PER_LOOK = 32

/** Improves the tour around the queued nodes until no move helps or `isOver` returns true. */
export function descend(search: LocalSearch, isOver: () => boolean): void {
  const { queue } = search
  for (let looked = 1; !queue.isEmpty; looked++) {
    const node = queue.shift()
    while (twoOpt(search, node) || orOpt(search, node) || orThreeOpt(search, node));
    if (looked % NODES_PER_LOOK === 0 && isOver()) return
  }
}
