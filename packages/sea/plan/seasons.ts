import type { MonthDay } from '../passages/passage.ts'
import type { Obstacle } from './refusal.ts'
import type { VoyageTime } from './request.ts'
import type { SeaRoute } from './sea-route.ts'

const MS_PER_HOUR = 3_600_000
const months = 'January February March April May June July August September October November December'.split(' ')

/** The passages of a route that are closed when the ship arrives there. Empty without a time. */
export function closedOnTheWay(route: SeaRoute, time: VoyageTime | undefined): Obstacle[] {
  if (!time) return []
  const departMs = time.kind === 'depart' ? time.atMs : time.atMs - route.hours * MS_PER_HOUR
  return route.passages.flatMap(({ passage: { id, name, closedSeason }, startHours }): Obstacle[] => {
    if (!closedSeason) return []
    const there = new Date(departMs + startHours * MS_PER_HOUR)
    const today: MonthDay = [there.getUTCMonth() + 1, there.getUTCDate()]
    if (!isWithin(today, closedSeason)) return []
    const [first, last] = closedSeason.map(tellDay)
    return [{ passage: id, name, because: 'season', season: `${first} to ${last}`, reachedOn: tellDay(today) }]
  })
}

/** Seasons may span the turn of the year. */
export function isWithin(day: MonthDay, [first, last]: readonly [MonthDay, MonthDay]): boolean {
  const [at, start, end] = [day, first, last].map(([month, date]) => month * 100 + date)
  return start <= end ? at >= start && at <= end : at >= start || at <= end
}

function tellDay([month, day]: MonthDay): string {
  return `${day} ${months[month - 1]}`
}
