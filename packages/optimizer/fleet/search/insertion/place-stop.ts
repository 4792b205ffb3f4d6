import { NO_GROUP } from '../../model.ts'
import type { FleetSearch } from '../fleet-search.ts'

/**
 * Share of attempts in which an optional stop may cost more than its prize, and how much more. Two stops next to each
 * other can be worth a detour that neither is worth alone.
 */
const RAISED_PRIZE_SHARE = 0.5
const MAX_PRIZE_RAISE = 4
/** Share of attempts in which the first stop of a group that fits is taken, instead of the cheapest. */
const FIRST_FIT_SHARE = 0.2

/**
 * Finds a slot for a stop, or for another stop of its group. Returns the stop that the slot is for, or -1 if there is
 * none.
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
