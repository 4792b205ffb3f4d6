import { isLeftward, isRightward } from '../angles.ts'
import type { Lane, Step } from '../step.ts'
import { modifiers } from '../step.ts'
import type { Stretch } from './stretch.ts'

/** Distance for changing one lane comfortably. */
const CHANGE_METERS = 200

/** Lanes that lead into a turn, counted from the left. */
interface Block {
  readonly first: number
  readonly count: number
}

/**
 * When a turn closely follows another, not all lanes of the first suit the second: before a left turn, the driver
 * should be on the left. Iterates backward, so that each turn uses the narrowed lanes of the next one.
 */
export function anticipateLanes(stretches: readonly Stretch[], steps: readonly Step[]): void {
  let heading: 'left' | 'right' = 'right'
  for (let i = steps.length - 2; i > 0; i--) {
    const step = steps[i]
    const next = steps[i + 1]
    const block = blockOf(step.lanes)
    const nextBlock = block && blockOf(next.lanes)
    if (block === undefined || nextBlock === undefined) continue
    const direction = modifiers.indexOf(next.modifier ?? 'straight') as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
    if (isLeftward(direction)) heading = 'left'
    else if (isRightward(direction)) heading = 'right'
    const idle = Math.max(block.first, step.lanes.length - block.first - block.count)
    if (stretches[i].meters >= CHANGE_METERS * (1 + idle)) continue
    if (block.count > 1 && block.count > nextBlock.count) {
      step.lanes = narrow(step.lanes, block, nextBlock, next.lanes.length, heading)
    }
  }
}

/** Keeps as many lanes as the next turn has, on the side of that turn, aligned with its lanes. */
function narrow(
  lanes: readonly Lane[],
  block: Block,
  next: Block,
  nextLanes: number,
  heading: 'left' | 'right',
): readonly Lane[] {
  const beside = heading === 'left' ? next.first : nextLanes - next.first - next.count
  const shift = Math.min(beside, next.count, block.count - next.count)
  const first = heading === 'left' ? block.first + shift : block.first + block.count - next.count - shift
  return lanes.map(({ indications }, i) => ({ valid: i >= first && i < first + next.count, indications }))
}

function blockOf(lanes: readonly Lane[]): Block | undefined {
  if (lanes.length === 0) return undefined
  const first = lanes.findIndex(({ valid }) => valid)
  if (first === -1) return undefined
  let count = 1
  while (lanes[first + count]?.valid) count++
  return { first, count }
}
