import type { Tags } from '../rules.ts'

/** What a barrier does to a car that no access tag speaks of. */
export interface Barrier {
  readonly blocks: boolean
  /** Getting out, opening, closing; or waiting until it rises. */
  readonly delaySeconds: number
}

const passable: Barrier = { blocks: false, delaySeconds: 0 }
const blocking: Barrier = { blocks: true, delaySeconds: 0 }
const gate: Barrier = { blocks: false, delaySeconds: 30 }
const rising: Barrier = { blocks: false, delaySeconds: 15 }

/** All others block: whoever maps a barrier nobody has heard of saw something in the way. */
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
  // How high a car may be is its maxheight.
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

/** Also a crossing's kerb that was mapped on the road instead of beside it. */
function isFlush(tags: Tags): boolean {
  const kerb = tags.get('kerb')
  return kerb === 'lowered' || kerb === 'flush' || tags.get('highway') === 'crossing'
}

/** A fence for cattle that only sounds. */
function isAudible(sensory: string | undefined): boolean {
  return sensory === 'audible' || sensory === 'audio'
}
