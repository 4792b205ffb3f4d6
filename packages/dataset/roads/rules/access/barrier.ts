import type { Tags } from '../rules.ts'

/** Effect of a barrier on a car without any access tag. */
export interface Barrier {
  readonly blocks: boolean
  /** Time to get out, open, and close it, or to wait until it rises. */
  readonly delaySeconds: number
}

const passable: Barrier = { blocks: false, delaySeconds: 0 }
const blocking: Barrier = { blocks: true, delaySeconds: 0 }
const gate: Barrier = { blocks: false, delaySeconds: 30 }
const rising: Barrier = { blocks: false, delaySeconds: 15 }

/** All other values block, because a mapper of an unknown barrier saw an obstacle. */
const barriers = new Map<string, Barrier>([
  ['gate', gate],
  ['swing_gate', gate],
  ['sliding_gate', gate],
  ['hampshire_gate', gate],
  ['bump_gate', gate],
  ['lift_gate', rising],
  ['sliding_beam', rising],
  ['cattle_grid', passable],
  ['border_control', passable],
  ['toll_booth', passable],
  ['sally_port', passable],
  ['coupure', passable],
  ['entrance', passable],
  ['arch', passable],
  // The maximum vehicle height is given by its maxheight.
  ['height_restrictor', passable],
  ['no', passable],
])

export function findBarrier(tags: Tags): Barrier | undefined {
  const barrier = tags.get('barrier')
  if (barrier === undefined) return undefined
  if (barrier === 'bollard') return tags.get('bollard') === 'rising' ? rising : blocking
  if (barrier === 'kerb') return isFlush(tags) ? passable : blocking
  if (barrier === 'fence') return isAudible(tags.get('sensory')) ? passable : blocking
  return barriers.get(barrier) ?? blocking
}

/** Also a crossing's kerb mapped on the road instead of next to it. */
function isFlush(tags: Tags): boolean {
  const kerb = tags.get('kerb')
  return kerb === 'lowered' || kerb === 'flush' || tags.get('highway') === 'crossing'
}

/** An audible cattle barrier does not block. */
function isAudible(sensory: string | undefined): boolean {
  return sensory === 'audible' || sensory === 'audio'
}
