import { Passages } from '@fairway/road'

/**
 * Minimum number of trips that are needed to learn a typical speed of a road. The trips must be in the same hour of the
 * day, either all on working days or all on weekends.
 */
export const MIN_DRIVES = 3
/**
 * Maximum number of stored trips per road and hour. The trips of a single account are never used, so there is no need
 * to store them all.
 */
const MAX_PENDING_DRIVES = 30
/**
 * Maximum number of pending hours, which use about 60 MB in total. Beyond this number, the roads that have waited
 * longest are dropped.
 */
const MAX_PENDING_HOURS = 200_000
const HOUR_SECONDS = 3600
const QUARTER_SECONDS = 900
const DAY_HOURS = 24
/** Weekday of 1 January 1970, which was a Thursday. */
const EPOCH_WEEKDAY = 3

interface Drive {
  readonly owner: number
  readonly pace: number
  readonly weight: number
}

/** Trips on one road in one hour, while there are too few of them to be used. */
interface PendingHour {
  /** Trips by vehicle and hour. Parts of a trip overlap, so a vehicle counts only once per hour. */
  readonly drives: Map<string, Drive>
}

/**
 * Collects trips of tracked vehicles in memory until there are enough of them. The learner returns only averages of at
 * least three trips by vehicles of at least `minOwners` accounts.
 */
export class FleetLearner {
  private readonly minOwners: number
  private readonly utcOffsetSeconds: (epochSeconds: number) => number
  private readonly pendingHours = new Map<string, PendingHour>()
  private learned = new Passages()

  constructor(minOwners: number, utcOffsetSeconds: (epochSeconds: number) => number) {
    this.minOwners = minOwners
    this.utcOffsetSeconds = utcOffsetSeconds
  }

  add(probe: number, owner: number, passages: Passages): void {
    for (let i = 0; i < passages.count; i++) {
      const arc = passages.arc[i] ?? 0
      const leftAt = passages.leaveTime[i] ?? 0
      const hour = Math.floor((leftAt + this.utcOffsetSeconds(leftAt)) / HOUR_SECONDS)
      const key = `${arc} ${toHourKey(hour)}`
      const pendingHour = this.pendingHours.get(key) ?? { drives: new Map<string, Drive>() }
      this.pendingHours.set(key, pendingHour)
      pendingHour.drives.set(`${probe} ${hour}`, {
        owner,
        pace: passages.pace[i] ?? 0,
        weight: passages.weight[i] ?? 0,
      })
      if (this.isEnough(pendingHour)) {
        this.learn(arc, leftAt, [...pendingHour.drives.values()])
        this.pendingHours.delete(key)
      } else if (pendingHour.drives.size > MAX_PENDING_DRIVES) this.pendingHours.delete(key)
    }
    for (const key of this.pendingHours.keys()) {
      if (this.pendingHours.size <= MAX_PENDING_HOURS) break
      this.pendingHours.delete(key)
    }
  }

  /** Returns the averages that were learned since the last call, or undefined if there are none. */
  take(): Passages | undefined {
    const { learned } = this
    if (learned.count === 0) return undefined
    this.learned = new Passages()
    return learned
  }

  private isEnough({ drives }: PendingHour): boolean {
    if (drives.size < MIN_DRIVES) return false
    return new Set([...drives.values()].map(({ owner }) => owner)).size >= this.minOwners
  }

  /**
   * Learns an average, which applies to the whole hour. Other days of the same kind also use the average while they
   * have no data.
   */
  private learn(arc: number, leftAt: number, drives: readonly Drive[]): void {
    const weight = drives.reduce((sum, drive) => sum + drive.weight, 0)
    const pace = drives.reduce((sum, drive) => sum + drive.weight * drive.pace, 0) / weight
    const offset = this.utcOffsetSeconds(leftAt)
    const hourStart = Math.floor((leftAt + offset) / HOUR_SECONDS) * HOUR_SECONDS - offset
    for (let quarter = 0; quarter < 4; quarter++)
      this.learned.add(arc, pace, hourStart + (quarter + 0.5) * QUARTER_SECONDS, weight)
  }
}

/** Returns the key of an hour of the day, on working days or on weekends. */
function toHourKey(hour: number): string {
  const weekday = (Math.floor(hour / DAY_HOURS) + EPOCH_WEEKDAY) % 7
  return `${weekday < 5 ? 'work' : 'weekend'} ${hour % DAY_HOURS}`
}
