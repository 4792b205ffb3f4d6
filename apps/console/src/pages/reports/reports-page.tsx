import { useEffect } from 'preact/hooks'
import { FleetPage } from '../../fleet/fleet-page.tsx'
import { assetsState, loadAssets } from '../../fleet/list-assets.ts'
import { fitPoints } from '../../map/current-map.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReplayBar, startReplay, stopReplay } from './replay.tsx'
import { ReportMap } from './report-map.tsx'
import { choice, loadReport, saveCsv, summaryRequest, trackFixes, tripsRequest } from './state.ts'
import { SummaryTable, TripTable } from './trip-table.tsx'

const periods = [
  [1, '1 day'],
  [7, '7 days'],
  [31, '31 days'],
] as const

/** Shows where the assets were: distances, trips and a replay on the map. */
export default function ReportsPage() {
  return (
    <FleetPage
      title="Reports"
      purpose="See the distances, trips and stops of your assets, and replay their trips on the map."
    >
      <Reports />
    </FleetPage>
  )
}

function Reports() {
  const current = choice.value
  const action = useAction()
  useEffect(loadAssets, [])
  useEffect(() => {
    stopReplay()
    loadReport(current)
  }, [current])
  const requestState = current.asset === '' ? summaryRequest.state.value : tripsRequest.state.value
  return (
    <>
      <Choices />
      <RequestFailure requestState={requestState} />
      {requestState.isWaiting && requestState.answer === undefined && <Skeleton text="Computing the report…" />}
      {current.asset === '' ? <Summary /> : <Trips />}
      <div class="buttons">
        <button
          type="button"
          class="second"
          disabled={action.isRunning.value || requestState.answer === undefined}
          onClick={() => void action.run(() => saveCsv(current))}
        >
          Save as CSV
        </button>
      </div>
      <ActionFailure action={action} />
      <CopyCall call={requestState.call} />
      {current.asset !== '' && <ReportMap />}
    </>
  )
}

function Choices() {
  const { asset, from, days } = choice.value
  const assets = assetsState.value.answer ?? []
  return (
    <>
      <label for="report-asset">Asset</label>
      <select
        id="report-asset"
        value={asset}
        onChange={({ currentTarget }) => {
          choice.value = { ...choice.value, asset: currentTarget.value }
        }}
      >
        <option value="">All assets</option>
        {assets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <div class="filters report-filters">
        <div>
          <label for="report-from">From</label>
          <input
            id="report-from"
            type="date"
            value={from}
            onChange={({ currentTarget }) => {
              choice.value = { ...choice.value, from: currentTarget.value }
            }}
          />
        </div>
        <div>
          <label for="report-days">Period</label>
          <select
            id="report-days"
            value={days}
            onChange={({ currentTarget }) => {
              choice.value = { ...choice.value, days: Number(currentTarget.value) }
            }}
          >
            {periods.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
    </>
  )
}

function Summary() {
  const { answer } = summaryRequest.state.value
  return answer === undefined ? null : <SummaryTable report={answer} />
}

function Trips() {
  const { answer } = tripsRequest.state.value
  const fixes = trackFixes.value
  useEffect(() => {
    if (fixes.length > 0) fitPoints(fixes.map(({ at }) => at))
  }, [fixes])
  if (answer === undefined) return null
  const [first, last] = [fixes[0], fixes.at(-1)]
  return (
    <>
      <ReplayBar />
      {first !== undefined && last !== undefined && (
        <button type="button" class="second" onClick={() => startReplay(Date.parse(first.time), Date.parse(last.time))}>
          Replay the whole period
        </button>
      )}
      <TripTable trips={answer.trips.trips} totalKm={answer.trips.total_km} />
    </>
  )
}
