import { advanceVisits, type PredictedVisit, predictVisits, type TrackerState } from '@fairway/tracking'
import type { Asset } from '../assets/asset.ts'
import type { DispatchedTour, StopMark, TourVisit } from './dispatched-tour.ts'

/** Detects stops that the asset has reached or left. */
export function advanceTour(
  { plan, planNumber, kind }: Asset,
  previousState: Asset['state'],
  state: TrackerState,
): TrackerState {
  const tour = plan?.tour
  if (!tour) return state
  const log = previousState?.visits
  if (state.last !== 'live') return log ? { ...state, visits: log } : state
  const targets = tour.visits.map(({ at }) => at)
  return { ...state, visits: advanceVisits(log, planNumber, targets, tour.rule, state.fix, kind) }
}

type VisitStatus = 'pending' | 'missed' | 'arrived' | StopMark

export interface VisitProgress {
  readonly visit: TourVisit
  readonly status: VisitStatus
  readonly arrivedMs: number | undefined
  readonly leftMs: number | undefined
  /** Prediction for a remaining stop. */
  readonly predicted: PredictedVisit | undefined
}

/** Distance in meters after which a stop behind the asset counts as missed. */
const MISSED_M = 300

/** Lists the completed and remaining stops of a tour, with predictions in current traffic. */
function listVisits(asset: Asset, tour: DispatchedTour, nowMs: number, remainingS: number | null): VisitProgress[] {
  const progress = asset.state?.progress ?? null
  const alongM = progress && progress.phase !== 'before' ? progress.alongM : 0
  const statuses = tour.visits.map((visit, index) => ({ visit, ...findStatus(asset, visit, index, alongM) }))
  const remainingVisits = statuses.filter(({ status }) => status === 'pending' || status === 'arrived')
  const plannedS = progress?.rest?.plannedS ?? tour.totalS
  const factor = remainingS !== null && plannedS > 0 ? remainingS / plannedS : 1
  const departMs = asset.plan ? Date.parse(asset.plan.route.departAt) : nowMs
  const predictions = predictVisits(
    remainingVisits.map(({ visit, arrivedMs, status }) => ({
      ...visit,
      drivenS: visit.drivenS ?? 0,
      arrivedMs: status === 'arrived' ? arrivedMs : undefined,
    })),
    { nowMs: Math.max(nowMs, alongM === 0 ? departMs : nowMs), doneS: tour.totalS - plannedS, factor },
  )
  return statuses.map((entry) => ({ ...entry, predicted: predictions[remainingVisits.indexOf(entry)] }))
}

/** Splits the stops of a tour into remaining and other stops, for a new route. */
export function splitVisits(asset: Asset, tour: DispatchedTour, nowMs: number) {
  const tourVisits = listVisits(asset, tour, nowMs, null)
  const remains = ({ status }: VisitProgress) => status === 'pending' || status === 'missed' || status === 'arrived'
  const finishedVisits = tourVisits
    .filter((entry) => !remains(entry))
    .map(({ visit }): TourVisit => ({ ...visit, alongM: null, drivenS: null }))
  return { finished: finishedVisits, remaining: tourVisits.filter(remains).map(({ visit }) => visit) }
}

function findStatus({ state, planNumber }: Asset, visit: TourVisit, index: number, alongM: number) {
  const record = state?.visits?.plan === planNumber ? state.visits.visits[index] : undefined
  const arrivedMs = record?.hasDwelled ? record.enterMs : undefined
  const leftMs = record?.leaveMs
  const toStatus = (): VisitStatus => {
    if (visit.mark) return visit.mark.status
    if (leftMs !== undefined) return 'done'
    if (arrivedMs !== undefined) return 'arrived'
    return record === undefined && (visit.alongM === null || alongM > visit.alongM + MISSED_M) ? 'missed' : 'pending'
  }
  return { status: toStatus(), arrivedMs, leftMs: leftMs ?? visit.mark?.atMs }
}

export function toStopsReply(asset: Asset, nowMs: number, remainingS: number | null) {
  const tour = asset.plan?.tour
  if (!tour) return {}
  const stops = listVisits(asset, tour, nowMs, remainingS).map(({ visit, status, arrivedMs, leftMs, predicted }) => {
    const isOpen = predicted !== undefined
    return {
      stop: visit.stop,
      at: visit.at,
      status,
      planned_at: toIsoTime(visit.arriveMs),
      ...(visit.windows.length > 0 && { due_at: toIsoTime(visit.windows.at(-1)?.[1] ?? 0) }),
      arrive_at: isOpen ? toIsoTime(predicted.arriveMs) : arrivedMs === undefined ? null : toIsoTime(arrivedMs),
      eta_min: isOpen ? Math.round(Math.max(0, predicted.arriveMs - nowMs) / 600) / 100 : null,
      ...(isOpen && predicted.lateMs > 0 && { late_min: Math.round(predicted.lateMs / 600) / 100 }),
      ...(leftMs !== undefined && { done_at: toIsoTime(leftMs) }),
    }
  })
  return { solution: tour.solution, stops }
}

/** Formats a time in whole seconds, like all live data. */
const toIsoTime = (ms: number) => new Date(1000 * Math.round(ms / 1000)).toISOString()
