import { computed } from '@preact/signals'
import type { Stop } from '../../entry/stops.ts'
import { inWords } from './result/reply-words.ts'
import { isStale, solved } from './state.ts'
import { colorOf, NO_TOUR } from './tour-colors.ts'

interface Sign {
  readonly sign: string
  readonly color: string
  readonly says: string
}

/** The sign on the pin of each stop: its position in its tour, in the tour color. */
const signs = computed((): ReadonlyMap<number, Sign> => {
  const found = new Map<number, Sign>()
  const now = solved.value
  if (now === undefined || isStale.value) return found
  const put = (index: number, sign: Sign) => {
    const stop = now.stops[index]
    if (stop !== undefined) found.set(stop.key, sign)
  }
  for (const { vehicle, order, visits } of now.reply.routes) {
    const color = colorOf(vehicle)
    // Several tours may start at the same place, so it belongs to none of them.
    for (const end of order) put(end, { sign: '⌂', color: NO_TOUR, says: 'start or end of tours' })
    for (const [position, { stop }] of visits.entries())
      put(stop, { sign: String(position + 1), color, says: `number ${position + 1} of tour ${vehicle + 1}` })
  }
  for (const { stop, why } of now.reply.unassigned)
    put(stop, { sign: '!', color: '#b3261e', says: `not visited: ${inWords(why, now)}` })
  return found
})

export function signOf({ key }: Stop, index: number): Sign {
  return signs.value.get(key) ?? { sign: String(index + 1), color: NO_TOUR, says: '' }
}
