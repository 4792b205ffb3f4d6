import { NO_GROUP } from '../../model.ts'
import type { FleetSearch } from '../start-fleet-search.ts'

/**
 * Share of attempts in which an optional stop may cost more than its prize, and the maximum factor. Two adjacent stops
 * can justify a detour that neither stop justifies alone.
 */
const RAISED_PRIZE_SHARE = 0.5
const MAX_PRIZE_RAISE = 4
/** Share of attempts that take the first stop of a group that fits, instead of the cheapest one. */
const FIRST_FIT_SHARE = 0.2

/**
 * Finds a slot for a stop, or for another stop of its group. Returns the stop that fits the slot, or -1 if there is no
 * slot.
 */
export function findSlotInGroup(search: FleetSearch, stop: number): number {
  const { model, routes, insertion, random } = search
  if (!model.hasChoices) return insertion.findSlot(stop, Number.POSITIVE_INFINITY) ? stop : -1
  if (!routes.isMissing(stop)) return -1
  const group = model.groupOf[stop]
  if (group === NO_GROUP) return insertion.findSlot(stop, computeMaxCost(search, stop)) ? stop : -1
  const takesFirst = random() < FIRST_FIT_SHARE
  let bestMember = -1
  let bestCost = Number.POSITIVE_INFINITY
  const first = Math.floor(random() * model.groups[group].length)
  for (let index = 0; index < model.groups[group].length; index++) {
    const member = model.groups[group][(first + index) % model.groups[group].length]
    if (!model.servable[member] || !insertion.findSlot(member, computeMaxCost(search, member))) continue
    const cost = insertion.bestCost - model.prize[member]
    if (cost >= bestCost) continue
    bestCost = cost
    bestMember = member
    if (takesFirst) return member
  }
  return bestMember >= 0 && insertion.findSlot(bestMember, Number.POSITIVE_INFINITY) ? bestMember : -1
}

function computeMaxCost({ model, random }: FleetSearch, stop: number): number {
  if (!model.isOptional[stop]) return Number.POSITIVE_INFINITY
  const isPrizeRaised = random() < RAISED_PRIZE_SHARE
  return model.prize[stop] * (isPrizeRaised ? 1 + random() * MAX_PRIZE_RAISE : 1)
}
