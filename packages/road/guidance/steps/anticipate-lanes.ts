import { isLeftward, isRightward } from '../angles.ts'
import type { Lane, Step } from '../step.ts'
import { maneuverModifiers } from '../step.ts'
import type { DraftStep } from './draft-step.ts'

/** Distance for changing one lane comfortably, in meters. */
const LANE_CHANGE_METERS = 200

/** Range of lanes that lead into a turn, counted from the left. */
interface LaneBlock {
  readonly first: number
  readonly count: number
}

/**
 * Restricts the lanes of a turn that is closely followed by another turn. Not all lanes of the first turn suit the
 * second. Before a left turn, the driver should be on the left. The loop runs backward, so that each turn uses the
 * restricted lanes of the next turn.
 */
export function anticipateLanes(drafts: readonly DraftStep[], steps: readonly Step[]): void {
  let turnSide: 'left' | 'right' = 'right'
  for (let i = steps.length - 2; i > 0; i--) {
    const step = steps[i]
    const next = steps[i + 1]
    const block = findValidLanes(step.lanes)
    const nextBlock = block && findValidLanes(next.lanes)
    if (block === undefined || nextBlock === undefined) continue
    const direction = maneuverModifiers.indexOf(next.modifier ?? 'straight') as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
    if (isLeftward(direction)) turnSide = 'left'
    else if (isRightward(direction)) turnSide = 'right'
    const unusedLaneCount = Math.max(block.first, step.lanes.length - block.first - block.count)
    if (drafts[i].meters >= LANE_CHANGE_METERS * (1 + unusedLaneCount)) continue
    if (block.count > 1 && block.count > nextBlock.count) {
      step.lanes = narrowValidLanes(step.lanes, block, nextBlock, next.lanes.length, turnSide)
    }
  }
}

/** Selects as many lanes as the next turn has, on the side of that turn and aligned with its lanes. */
function narrowValidLanes(
  lanes: readonly Lane[],
  block: LaneBlock,
  next: LaneBlock,
  nextLaneCount: number,
  heading: 'left' | 'right',
): readonly Lane[] {
  const outerLaneCount = heading === 'left' ? next.first : nextLaneCount - next.first - next.count
  const laneShift = Math.min(outerLaneCount, next.count, block.count - next.count)
  const first = heading === 'left' ? block.first + laneShift : block.first + block.count - next.count - laneShift
  return lanes.map(({ indications }, i) => ({ valid: i >= first && i < first + next.count, indications }))
}

function findValidLanes(lanes: readonly Lane[]): LaneBlock | undefined {
  if (lanes.length === 0) return undefined
  const first = lanes.findIndex(({ valid }) => valid)
  if (first === -1) return undefined
  let count = 1
  while (lanes[first + count]?.valid) count++
  return { first, count }
}
