import { NodeFlag } from '@fairway/road'
import { readAccess } from './access/access.ts'
import { alwaysOpen, intersectAvailability } from './access/availability.ts'
import { type Barrier, findBarrier } from './access/barrier.ts'
import { readOpeningHours } from './access/closure.ts'
import { noLimits, readSignedLimits, strictestLimits } from './access/limits.ts'
import { formatList } from './names.ts'
import type { NodeRules, Tags, TrafficRegion } from './rules.ts'
import { readNodeDelay } from './speed/node-delay.ts'
import { noCharges, readBoothCharges } from './tolls/read-charges.ts'
import { WayTags } from './way-tags.ts'

/**
 * Reads the rules of a node. Returns undefined if no tag of the node concerns drivers. `isBlocked` is the state when no
 * timed rule applies. For example, a gate with opening hours is blocked and has rules that open it.
 */
export function readNode(source: Tags, region: TrafficRegion): NodeRules | undefined {
  const tags = new WayTags(source)
  const barrier = findBarrier(tags)
  const access = readAccess(tags, 'forward', barrier?.blocks ? 'barrier' : 'road')
  const tollBooth = tags.get('barrier') === 'toll_booth'
  // Opening hours apply only to barriers that can close. For a toll booth or a kiosk mapped on the road, the hours are
  // working hours.
  const isClosableBarrier = barrier !== undefined && !tollBooth
  const availability = intersectAvailability(
    access.availability,
    isClosableBarrier ? readOpeningHours(tags) : alwaysOpen,
  )
  const delay = readNodeDelay(tags)
  const barrierSeconds = barrierDelay(barrier, tags)
  const rules: NodeRules = {
    isBlocked: availability.closedByDefault,
    timed: availability.timed,
    isRestricted: access.isRestricted && (!availability.closedByDefault || availability.timed.length > 0),
    delayForwardSeconds: delay.forwardSeconds + barrierSeconds,
    delayBackwardSeconds: delay.backwardSeconds + barrierSeconds,
    flags: delay.flags | (tollBooth ? NodeFlag.tollBooth : 0),
    limits: strictestLimits(readSignedLimits(tags), access.limits),
    exit: tags.get('highway') === 'motorway_junction' ? formatList(tags.get('ref'), ';') : '',
    charges: tollBooth ? readBoothCharges(tags, region.country) : noCharges,
  }
  return affectsDrivers(rules) ? rules : undefined
}

/** Returns the delay at a barrier in seconds. A gate that is open to everyone is assumed to stand open. */
function barrierDelay(barrier: Barrier | undefined, tags: Tags): number {
  if (barrier === undefined || barrier.delaySeconds === 0) return 0
  return tags.get('access') === 'yes' || tags.get('motor_vehicle') === 'yes' ? 0 : barrier.delaySeconds
}

function affectsDrivers(rules: NodeRules): boolean {
  return (
    rules.isBlocked ||
    rules.isRestricted ||
    rules.timed.length > 0 ||
    rules.delayForwardSeconds > 0 ||
    rules.delayBackwardSeconds > 0 ||
    rules.flags !== 0 ||
    rules.exit !== '' ||
    rules.limits !== noLimits
  )
}
