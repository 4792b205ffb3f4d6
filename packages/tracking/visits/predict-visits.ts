/** A remaining stop, with the data that predictions need. */
export interface RemainingVisit {
  /** Planned driving time from the start of the route to the stop, in seconds. */
  readonly drivenS: number
  readonly serviceS: number
  /** Windows in which service may start, in time order. If empty, service may start at any time. */
  readonly windows: readonly (readonly [fromMs: number, untilMs: number])[]
  /** Time of arrival, if the asset is at the stop. */
  readonly arrivedMs?: number | undefined
}

export interface PredictedVisit {
  readonly arriveMs: number
  /** Start of service, after any wait for the window. */
  readonly beginMs: number
  readonly leaveMs: number
  /** Milliseconds after the end of the last window. 0 if the asset is on time. */
  readonly lateMs: number
}

export interface Departure {
  readonly nowMs: number
  /** Completed driving time, in planned seconds. */
  readonly doneS: number
  /** Ratio of actual to planned driving time, which reflects traffic and pace. */
  readonly factor: number
}

/** Predicts the arrival at each remaining stop, in order, including service and waiting at earlier stops. */
export function predictVisits(
  visits: readonly RemainingVisit[],
  { nowMs, doneS, factor }: Departure,
): PredictedVisit[] {
  let [timeMs, driven] = [nowMs, doneS]
  return visits.map(({ drivenS, serviceS, windows, arrivedMs }) => {
    const drivingMs = 1000 * factor * Math.max(0, drivenS - driven)
    const arriveMs = arrivedMs ?? timeMs + drivingMs
    const window = windows.find(([, untilMs]) => untilMs >= arriveMs)
    const lastMs = windows.at(-1)?.[1]
    const beginMs = Math.max(arriveMs, window?.[0] ?? arriveMs)
    const lateMs = window === undefined && lastMs !== undefined ? arriveMs - lastMs : 0
    const leaveMs = Math.max(nowMs, beginMs + 1000 * serviceS)
    timeMs = leaveMs
    driven = Math.max(driven, drivenS)
    return { arriveMs, beginMs, leaveMs, lateMs }
  })
}
