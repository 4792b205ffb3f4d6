import type { Tags } from '../rules.ts'

/** How a barrier without an access tag affects a car. */
export interface Barrier {
  readonly blocks: boolean
  /** Time to get out, open the barrier and close it again, or to wait until it rises. */
  readonly delaySeconds: number
}

const passableBarrier: Barrier = { blocks: false, delaySeconds: 0 }
const blockingBarrier: Barrier = { blocks: true, delaySeconds: 0 }
const gateBarrier: Barrier = { blocks: false, delaySeconds: 30 }
const risingBarrier: Barrier = { blocks: false, delaySeconds: 15 }

/** All other values block, because a mapper who tags an unknown barrier has seen an obstacle. */
const barriers = new Map<string, Barrier>([
  ['gate', gateBarrier],
  ['swing_gate', gateBarrier],
  ['sliding_gate', gateBarrier],
  ['hampshire_gate', gateBarrier],
  ['bump_gate', gateBarrier],
  ['lift_gate', risingBarrier],
  ['sliding_beam', risingBarrier],
  ['cattle_grid', passableBarrier],
  ['border_control', passableBarrier],
  ['toll_booth', passableBarrier],
  ['sally_port', passableBarrier],
  ['coupure', passableBarrier],
  ['entrance', passableBarrier],
  ['arch', passableBarrier],
  // The `maxheight` tag gives the maximum vehicle height.
  ['height_restrictor', passableBarrier],
  ['no', passableBarrier],
])

export function findBarrier(tags: Tags): Barrier | undefined {
  const barrier = tags.get('barrier')
  if (barrier === undefined) return undefined
  if (barrier === 'bollard') return tags.get('bollard') === 'rising' ? risingBarrier : blockingBarrier
  if (barrier === 'kerb') return isFlushKerb(tags) ? passableBarrier : blockingBarrier
  if (barrier === 'fence') return isAudibleTactile(tags.get('sensory')) ? passableBarrier : blockingBarrier
  return barriers.get(barrier) ?? blockingBarrier
}

/** Also true for the curb of a crossing that is mapped on the road instead of next to it. */
function isFlushKerb(tags: Tags): boolean {
  const kerb = tags.get('kerb')
  return kerb === 'lowered' || kerb === 'flush' || tags.get('highway') === 'crossing'
}

/** A cattle fence that works by sound does not block cars. */
function isAudibleTactile(sensory: string | undefined): boolean {
  return sensory === 'audible' || sensory === 'audio'
}
