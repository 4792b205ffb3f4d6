import type { AssetTrackReply, AssetTripsReply, ReportSummaryReply } from '@fairway/client'
import { computed, signal } from '@preact/signals'
import { forgetOnKeyChange } from '../../fleet/forget-on-key-change.ts'
import type { Point } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import { type ApiCall, callApi, callApiForText } from '../../state/calls.ts'
import { saveFile } from '../../ui/save-file.ts'
import { splitAtGaps } from '../live/selected-track.ts'
import type { TrackFix } from './replay-track.ts'

export interface ReportChoice {
  /** Id of the asset. Empty for all assets. */
  readonly asset: string
  /** First day in the format of a date field. Empty for a period that ends today. */
  readonly from: string
  readonly days: number
}

/** Maximum number of track pages to load. A longer track would be too dense for the map. */
const MAX_TRACK_PAGES = 10
const PAGE_SIZE = 10_000

export const choice = signal<ReportChoice>({ asset: '', from: toDateText(new Date()), days: 1 })

export const summaryRequest = createApiRequest<ReportSummaryReply>()

/** Trips of an asset and the track from which they were computed. */
export interface TripReport {
  readonly trips: AssetTripsReply
  readonly track: readonly TrackFix[]
}

export const tripsRequest = createApiRequest<TripReport>(
  (first, second) => JSON.stringify(first) === JSON.stringify(second),
  loadTrips,
)

forgetOnKeyChange(() => {
  choice.value = { ...choice.peek(), asset: '' }
  summaryRequest.clear()
  tripsRequest.clear()
})

export const trackFixes = computed((): readonly TrackFix[] => tripsRequest.state.value.answer?.track ?? [])
export const trackLines = computed((): readonly (readonly Point[])[] => splitAtGaps(trackFixes.value))

/** Formats a date for a date field, in the time zone of the browser. */
export function toDateText(date: Date): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** Returns the query of a report. Days begin at midnight in the user's time zone. */
export function toReportQuery(
  { from, days }: ReportChoice,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): Readonly<Record<string, string | number>> {
  return { ...(from === '' ? {} : { from }), days, time_zone: timeZone }
}

export function loadReport(current: ReportChoice): void {
  const query = toReportQuery(current)
  if (current.asset === '') {
    tripsRequest.clear()
    void summaryRequest.send({ method: 'GET', path: '/v1/reports/summary', query })
  } else void tripsRequest.send({ method: 'GET', path: `/v1/assets/${current.asset}/trips`, query })
}

async function loadTrips(call: ApiCall, signalToStop: AbortSignal): Promise<TripReport> {
  const trips = await callApi<AssetTripsReply>(call, signalToStop)
  const track: TrackFix[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_TRACK_PAGES; page++) {
    const query = { from: trips.from, until: trips.until, limit: PAGE_SIZE, after: cursor }
    const path = `/v1/assets/${trips.asset}/track`
    const reply = await callApi<AssetTrackReply>({ method: 'GET', path, query }, signalToStop)
    track.push(...reply.positions.filter(({ flag }) => flag !== 'jump'))
    cursor = reply.next
    if (cursor === undefined) break
  }
  return { trips, track: track.sort((a, b) => Date.parse(a.time) - Date.parse(b.time)) }
}

export async function saveCsv(current: ReportChoice): Promise<void> {
  const path = current.asset === '' ? '/v1/reports/days' : `/v1/assets/${current.asset}/trips`
  const query = { ...toReportQuery(current), format: 'csv' }
  const name = `${current.asset === '' ? 'days' : 'trips'}-${current.from || 'today'}.csv`
  saveFile(name, 'text/csv', await callApiForText({ method: 'GET', path, query }))
}
