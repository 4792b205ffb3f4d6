import type { Tags } from '../rules.ts'

/** Effect on a car of a barrier without an access tag. */
export interface Barrier {
  readonly blocks: boolean
  /** Time in seconds to get out, open and close the barrier, or to wait until it rises. */
  readonly delaySeconds: number
}

const passableBarrier: Barrier = { blocks: false, delaySeconds: 0 }
const blockingBarrier: Barrier = { blocks: true, delaySeconds: 0 }
const gateBarrier: Barrier = { blocks: false, delaySeconds: 30 }
const risingBarrier: Barrier = { blocks: false, delaySeconds: 15 }

/** Effects of known barriers. Unknown values block the road, because the mapper has seen an obstacle. */
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
  // The `maxheight` tag contains the maximum vehicle height.
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

/** Returns whether cars can cross the curb, including the curb of a pedestrian crossing mapped on the road. */
function isFlushKerb(tags: Tags): boolean {
  const kerb = tags.get('kerb')
  return kerb === 'lowered' || kerb === 'flush' || tags.get('highway') === 'crossing'
}

/** Returns whether a cattle fence consists only of an acoustic signal, which does not block cars. */
function isAudibleTactile(sensory: string | undefined): boolean {
  return sensory === 'audible' || sensory === 'audio'
}
