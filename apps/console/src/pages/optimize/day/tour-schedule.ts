/** Constraints on the tours of a day. Times are in minutes after the departure, and stops are matrix rows. */
export interface DayRules {
  readonly kilometers: readonly (readonly (number | null)[])[]
  readonly minutes: readonly (readonly (number | null)[])[]
  /** Start and end of each vehicle. Undefined if the vehicle may start or end anywhere. */
  readonly vehicles: readonly { readonly start: number | undefined; readonly end: number | undefined }[]
  /** Service time at each stop, in minutes. */
  readonly service: readonly number[]
  /** Time window for the start of service at each stop. Undefined if service may start at any time. */
  readonly windows: readonly (readonly [number, number] | undefined)[]
  readonly demands: readonly number[]
  readonly capacity?: number | undefined
  /** Latest end of a tour, in minutes after the departure. */
  readonly shiftEnd?: number | undefined
  readonly maxKilometers?: number | undefined
  readonly maxMinutes?: number | undefined
  readonly maxStops?: number | undefined
}

export interface ScheduledVisit {
  readonly stop: number
  readonly arrives: number
  readonly begins: number
  readonly leaves: number
  /** Minutes after the end of the time window. */
  readonly late: number
}

export interface ScheduledTour {
  readonly vehicle: number
  readonly visits: readonly ScheduledVisit[]
  readonly leaves: number
  readonly ends: number
  readonly kilometers: number
  readonly driving: number
  readonly serviceMinutes: number
  readonly waiting: number
  readonly load: number
  /** Descriptions of the rules that the tour breaks. */
  readonly problems: readonly string[]
}

/**
 * Computes the times of a tour in the given order. The vehicle departs as late as possible without finishing later, as
 * in the tours of the service. A later departure replaces waiting time at the stops, as far as the time windows allow
 * (Savelsbergh 1992).
 */
export function scheduleTour(rules: DayRules, vehicle: number, stops: readonly number[]): ScheduledTour {
  const { start, end } = rules.vehicles[vehicle] ?? { start: undefined, end: undefined }
  const rows = [start, ...stops, end].filter((row) => row !== undefined)
  const earliest = walkTour(rules, vehicle, stops, 0)
  const departure = stops.length === 0 ? 0 : findLatestDeparture(rules, earliest.visits)
  const { visits, ends } = departure > 0 ? walkTour(rules, vehicle, stops, departure) : earliest
  const [kilometers, driving] = [sumLegs(rules.kilometers, rows), sumLegs(rules.minutes, rows)]
  const serviceMinutes = stops.reduce((sum, stop) => sum + (rules.service[stop] ?? 0), 0)
  const tour = {
    vehicle,
    visits,
    leaves: departure,
    ends,
    kilometers,
    driving,
    serviceMinutes,
    waiting: visits.reduce((sum, { arrives, begins }) => sum + begins - arrives, 0),
    load: stops.reduce((sum, stop) => sum + (rules.demands[stop] ?? 0), 0),
  }
  return { ...tour, problems: listProblems(rules, tour) }
}

function walkTour(rules: DayRules, vehicle: number, stops: readonly number[], departure: number) {
  const { start, end } = rules.vehicles[vehicle] ?? { start: undefined, end: undefined }
  const drive = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? 0 : (rules.minutes[from]?.[to] ?? Number.NaN)
  let [row, clock] = [start, departure]
  const visits = stops.map((stop): ScheduledVisit => {
    const arrives = clock + drive(row, stop)
    const [openTime, closeTime] = rules.windows[stop] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    const begins = Math.max(arrives, openTime)
    const leaves = begins + (rules.service[stop] ?? 0)
    row = stop
    clock = leaves
    return { stop, arrives, begins, leaves, late: Math.max(0, begins - closeTime) }
  })
  return { visits, ends: clock + drive(row, end) }
}

function findLatestDeparture(rules: DayRules, visits: readonly ScheduledVisit[]): number {
  let [waited, slack] = [0, Number.POSITIVE_INFINITY]
  for (const { stop, arrives, begins } of visits) {
    waited += begins - arrives
    const closeTime = rules.windows[stop]?.[1] ?? Number.POSITIVE_INFINITY
    slack = Math.min(slack, waited + Math.max(0, closeTime - begins))
  }
  return Math.min(waited, slack)
}

function sumLegs(table: DayRules['kilometers'], rows: readonly number[]): number {
  return rows.slice(1).reduce((sum, row, index) => sum + (table[rows[index] as number]?.[row] ?? Number.NaN), 0)
}

function listProblems(rules: DayRules, tour: Omit<ScheduledTour, 'problems'>): readonly string[] {
  const { capacity, shiftEnd, maxKilometers, maxMinutes, maxStops } = rules
  const lateCount = tour.visits.filter(({ late }) => late > TIME_TOLERANCE).length
  return [
    Number.isNaN(tour.driving) ? 'a stop cannot be reached' : '',
    lateCount === 0 ? '' : `${lateCount} late ${lateCount === 1 ? 'stop' : 'stops'}`,
    exceeds(tour.load, capacity) ? `load ${tour.load} of ${capacity}` : '',
    tour.visits.length > 0 && exceeds(tour.ends, shiftEnd)
      ? `${Math.ceil(tour.ends - (shiftEnd ?? 0))} min past the end of the shift`
      : '',
    exceeds(tour.kilometers, maxKilometers) ? `more than ${maxKilometers} km` : '',
    exceeds(tour.ends - tour.leaves, maxMinutes) ? `more than ${maxMinutes} min` : '',
    exceeds(tour.visits.length, maxStops) ? `more than ${maxStops} ${maxStops === 1 ? 'stop' : 'stops'}` : '',
  ].filter((problem) => problem !== '')
}

/** Tolerance in minutes. The service rounds times to thousandths of a minute. */
const TIME_TOLERANCE = 0.005

function exceeds(value: number, limit: number | undefined): boolean {
  return limit !== undefined && value > limit + TIME_TOLERANCE
}
