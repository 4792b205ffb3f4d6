/** Stops of every vehicle in visiting order, and the unassigned stops. */
export interface DayTours {
  readonly tours: readonly (readonly number[])[]
  readonly unassigned: readonly number[]
}

/** Destination of a moved stop: a vehicle and a position in its tour, or no vehicle. */
export interface Target {
  readonly vehicle: number | undefined
  readonly position: number
}

/** Moves a stop. The target position is counted without the moved stop. */
export function moveVisit({ tours, unassigned }: DayTours, stop: number, { vehicle, position }: Target): DayTours {
  const withoutStop = tours.map((tour) => tour.filter((other) => other !== stop))
  const otherStops = unassigned.filter((other) => other !== stop)
  if (vehicle === undefined) return { tours: withoutStop, unassigned: [...otherStops, stop] }
  return {
    tours: withoutStop.map((tour, index) =>
      index === vehicle ? [...tour.slice(0, position), stop, ...tour.slice(position)] : tour,
    ),
    unassigned: otherStops,
  }
}

export function findVisit({ tours }: DayTours, stop: number): Target | undefined {
  for (const [vehicle, tour] of tours.entries()) {
    const position = tour.indexOf(stop)
    if (position >= 0) return { vehicle, position }
  }
  return undefined
}

/** Returns the target to which an arrow key moves a stop: earlier, later, or on the neighboring vehicle. */
export function stepVisit(dayTours: DayTours, stop: number, key: string): Target | undefined {
  const current = findVisit(dayTours, stop)
  const { length } = dayTours.tours
  if (current?.vehicle === undefined) return key === 'ArrowDown' && length > 0 ? { vehicle: 0, position: 0 } : undefined
  const { vehicle, position } = current
  const lastPosition = (dayTours.tours[vehicle]?.length ?? 1) - 1
  if (key === 'ArrowLeft') return position > 0 ? { vehicle, position: position - 1 } : undefined
  if (key === 'ArrowRight') return position < lastPosition ? { vehicle, position: position + 1 } : undefined
  const next = vehicle + (key === 'ArrowDown' ? 1 : -1)
  if (next < 0 || next >= length) return undefined
  return { vehicle: next, position: Math.min(position, dayTours.tours[next]?.length ?? 0) }
}

export function areSameTours(a: DayTours, b: DayTours): boolean {
  return JSON.stringify([a.tours, [...a.unassigned].sort()]) === JSON.stringify([b.tours, [...b.unassigned].sort()])
}
