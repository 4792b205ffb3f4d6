import type { MonthDay } from '../passages/passage.ts'
import type { Obstacle } from './refusal.ts'
import type { VoyageTime } from './request.ts'
import type { SeaRoute } from './sea-route.ts'

const MS_PER_HOUR = 3_600_000
const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** Lists the passages of a route that are closed when the ship arrives. The list is empty if no time is given. */
export function listSeasonClosures(route: SeaRoute, time: VoyageTime | undefined): Obstacle[] {
  if (!time) return []
  const departMs = time.kind === 'depart' ? time.atMs : time.atMs - route.hours * MS_PER_HOUR
  return route.passages.flatMap(({ passage: { id, name, closedSeason }, startHours }): Obstacle[] => {
    if (!closedSeason) return []
    const passageDate = new Date(departMs + startHours * MS_PER_HOUR)
    const passageDay: MonthDay = [passageDate.getUTCMonth() + 1, passageDate.getUTCDate()]
    if (!isInSeason(passageDay, closedSeason)) return []
    const [first, last] = closedSeason.map(formatDay)
    return [{ passage: id, name, because: 'season', season: `${first} to ${last}`, reachedOn: formatDay(passageDay) }]
  })
}

/** Returns whether a day is in a season. Seasons may extend past the end of the year. */
export function isInSeason(day: MonthDay, [first, last]: readonly [MonthDay, MonthDay]): boolean {
  const [dayNumber, start, end] = [day, first, last].map(([month, date]) => month * 100 + date)
  return start <= end ? dayNumber >= start && dayNumber <= end : dayNumber >= start || dayNumber <= end
}

function formatDay([month, day]: MonthDay): string {
  return `${day} ${monthNames[month - 1]}`
}
