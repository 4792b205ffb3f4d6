import { LinKernighan } from './lin-kernighan.ts'
import { orOpt } from './or-opt.ts'
import { orThreeOpt } from './or-three-opt.ts'
import type { LocalSearch } from './search-state.ts'
import { twoOpt } from './two-opt.ts'

/**
 * Returns a function that improves the tour around the queued nodes until no move helps. With asymmetric costs, moves
 * that reverse long paths rarely help, so simpler moves are used.
 */
export function createLocalSearchRun(search: LocalSearch): () => void {
  const { queue } = search
  const linKernighan = search.symmetric ? new LinKernighan(search) : undefined
  const improve = linKernighan
    ? (node: number) => linKernighan.improve(node)
    : (node: number) => twoOpt(search, node) || orOpt(search, node) || orThreeOpt(search, node)
  return () => {
    while (!queue.isEmpty) {
      const node = queue.shift()
      while (improve(node));
    }
  }
}
