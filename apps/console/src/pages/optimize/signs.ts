import { computed } from '@preact/signals'
import type { Stop } from '../../entry/stops.ts'
import { rephraseReply } from './result/reply-text.ts'
import { isStale, settings, solution } from './state.ts'
import { getTourColor, NO_TOUR_COLOR } from './tour-colors.ts'

interface StopBadge {
  readonly badge: string
  readonly color: string
  readonly description: string
}

/** Badge on the pin of each stop: its position in its tour, in the color of the tour. */
const badgeByStop = computed((): ReadonlyMap<number, StopBadge> => {
  const badges = new Map<number, StopBadge>()
  const currentSolution = solution.value
  if (currentSolution === undefined || isStale.value) return badges
  const putBadge = (index: number, sign: StopBadge) => {
    const stop = currentSolution.stops[index]
    if (stop !== undefined) badges.set(stop.key, sign)
  }
  for (const { vehicle, order, visits } of currentSolution.reply.routes) {
    const color = getTourColor(vehicle)
    // Several tours may start at the same place, so the place has no tour color.
    for (const endpoint of order)
      putBadge(endpoint, { badge: '⌂', color: NO_TOUR_COLOR, description: 'start or end of a tour' })
    for (const [position, { stop }] of visits.entries())
      putBadge(stop, {
        badge: String(position + 1),
        color,
        description: `visit ${position + 1} of tour ${vehicle + 1}`,
      })
  }
  for (const { stop, why } of currentSolution.reply.unassigned)
    putBadge(stop, { badge: '!', color: '#b3261e', description: `not visited: ${rephraseReply(why, currentSolution)}` })
  return badges
})

export function getStopBadge({ key }: Stop, index: number): StopBadge {
  const badge = badgeByStop.value.get(key)
  if (badge !== undefined) return badge
  // Before the first solution, the list already shows which stop is the depot.
  const isDepot = index === 0 && settings.value.tours !== 'any'
  return { badge: isDepot ? '⌂' : String(index + 1), color: NO_TOUR_COLOR, description: isDepot ? 'depot' : '' }
}
