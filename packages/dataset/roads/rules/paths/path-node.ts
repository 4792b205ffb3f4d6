import { NodeFlag } from '@fairway/road'
import { type AccessRules, readAccess } from '../access/access.ts'
import { noLimits } from '../access/limits.ts'
import type { NodeRules, Tags } from '../rules.ts'
import { WayTags } from '../way-tags.ts'

/** Rules for how one kind of traveler passes barriers and signals. */
export interface PathNodeRules {
  readonly access: AccessRules
  /** Values of `barrier` that block these travelers unless an access tag allows them to pass. */
  readonly blockingBarriers: ReadonlySet<string>
  /** Time in seconds to pass other barriers. */
  readonly barrierSeconds: ReadonlyMap<string, number>
  readonly signalSeconds: number
  /** Bits of NodeFlag that apply only to these travelers. */
  readonly ownFlags?: (tags: Tags) => number
  /** Whether access tags of a crossing are ignored, because they apply to people who cross the road. */
  readonly ignoresAccessAtCrossings: boolean
}

export function readPathNode(source: Tags, rules: PathNodeRules): NodeRules | undefined {
  const tags = new WayTags(source)
  const highway = tags.get('highway')
  const barrier = tags.get('barrier')
  const isBlocking = barrier !== undefined && rules.blockingBarriers.has(barrier) && !isAudibleFence(tags)
  const ignoresAccess = rules.ignoresAccessAtCrossings && highway === 'crossing'
  const access = readAccess(tags, 'forward', isBlocking ? 'barrier' : 'road', rules.access)
  const { closedByDefault, timed } = access.availability
  const hasSignal = highway === 'traffic_signals' || tags.get('crossing') === 'traffic_signals'
  const seconds =
    (hasSignal ? rules.signalSeconds : 0) +
    (barrier === undefined || isBlocking ? 0 : (rules.barrierSeconds.get(barrier) ?? 0))
  const isBlocked = closedByDefault && !ignoresAccess
  const ownFlags = rules.ownFlags?.(tags) ?? 0
  if (!isBlocked && timed.length === 0 && seconds === 0 && !hasSignal && ownFlags === 0) return undefined
  return {
    isBlocked,
    timed: ignoresAccess ? [] : timed,
    isRestricted: false,
    delayForwardSeconds: seconds,
    delayBackwardSeconds: seconds,
    flags: (hasSignal ? NodeFlag.signals : 0) | ownFlags,
    limits: noLimits,
    exit: '',
  }
}

/** Returns whether a cattle fence consists only of an acoustic signal, which does not block people. */
function isAudibleFence(tags: Tags): boolean {
  const sensory = tags.get('sensory')
  return tags.get('barrier') === 'fence' && (sensory === 'audible' || sensory === 'audio')
}
