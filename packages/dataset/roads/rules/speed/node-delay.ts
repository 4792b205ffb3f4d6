import { NodeFlag } from '@fairway/road'
import type { Tags } from '../rules.ts'

/** Signs and signals at a node, and their average delay in seconds. */
export interface NodeDelay {
  readonly flags: number
  readonly forwardSeconds: number
  readonly backwardSeconds: number
}

const SIGNALS_SECONDS = 2
const STOP_SECONDS = 2
const GIVE_WAY_SECONDS = 1
/** Average delay in seconds at a pedestrian signal, which is green for cars most of the time. */
const CROSSING_SIGNAL_SECONDS = 1

const noDelay: NodeDelay = { flags: 0, forwardSeconds: 0, backwardSeconds: 0 }

export function readNodeDelay(tags: Tags): NodeDelay {
  const direction = tags.get('direction')
  switch (tags.get('highway')) {
    case 'traffic_signals':
      return toDirectedDelay(tags.get('traffic_signals:direction') ?? direction, NodeFlag.signals, SIGNALS_SECONDS)
    case 'stop':
      // `stop=minor` is tagged on the junction node and applies only to the minor road, which the node does not
      // identify.
      return toDirectedDelay(direction, NodeFlag.stop, tags.get('stop') === 'minor' ? 0 : STOP_SECONDS)
    case 'give_way':
      return toDirectedDelay(direction, NodeFlag.giveWay, GIVE_WAY_SECONDS)
    case 'crossing':
      return hasSignal(tags) ? toDirectedDelay(undefined, 0, CROSSING_SIGNAL_SECONDS) : noDelay
    default:
      return noDelay
  }
}

function hasSignal(tags: Tags): boolean {
  return tags.get('crossing') === 'traffic_signals' || tags.get('crossing:signals') === 'yes'
}

/**
 * Returns the delay of a sign that faces traffic along the way or against it. If the direction is not tagged, the sign
 * applies to both directions.
 */
function toDirectedDelay(direction: string | undefined, flags: number, seconds: number): NodeDelay {
  return {
    flags,
    forwardSeconds: direction === 'backward' ? 0 : seconds,
    backwardSeconds: direction === 'forward' ? 0 : seconds,
  }
}
