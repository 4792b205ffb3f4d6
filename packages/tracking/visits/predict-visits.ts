/** A remaining stop, with the data that predictions need. */
export interface RemainingVisit {
  /** Planned seconds of driving from the start of the route to the stop. */
  readonly drivenS: number
  readonly serviceS: number
  /** When service may start, in time order. Empty: any time. */
  readonly windows: readonly (readonly [fromMs: number, untilMs: number])[]
  /** When the asset arrived, if it is there. */
  readonly arrivedMs?: number | undefined
}

export interface PredictedVisit {
  readonly arriveMs: number
  /** When service starts: after waiting for the window. */
  readonly beginMs: number
  readonly leaveMs: number
  /** Milliseconds after the end of the last window; 0 if the asset is in time. */
  readonly lateMs: number
}

export interface Departure {
  readonly nowMs: number
  /** Planned seconds of driving that are completed. */
  readonly doneS: number
  /** Ratio of the actual to the planned driving time: traffic and pace. */
  readonly factor: number
}

/** When the asset reaches each of the remaining stops, in order, including service and waiting at earlier stops. */
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
