import { useEffect } from 'preact/hooks'
import { fitPoints } from '../../../map/current-map.ts'
import { apiKey } from '../../../state/key.ts'
import { adoptLocalKey, checkLocalKeys } from '../../../state/local-key.ts'
import { pageLocation, writeToUrl } from '../../../state/page-location.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { CopyCall } from '../../../ui/copy-call.tsx'
import { fleet, selectAsset, selectedId } from '../fleet.ts'
import { findRouteLine } from '../route-lines.ts'
import { PlanNeeded } from './plan-needed.tsx'
import { Sender } from './sender.ts'
import {
  endReason,
  isDemoRequested,
  isPreparing,
  leaveRoute,
  needsPlan,
  run,
  speedFactor,
  startSimulator,
  stopSimulator,
  togglePause,
  wasReloaded,
} from './simulator.ts'

const speedChoices = [
  [1, 'At the planned speed'],
  [2, 'At twice the planned speed'],
  [4, 'At four times the planned speed'],
] as const

/** Starts the demo if the link on the first screen asks for it. */
export function useDemoRequest(): void {
  const isExample = pageLocation.value.query.get('example') === 'van'
  useEffect(() => {
    if (isExample) void openDemo()
  }, [isExample])
}

/** Requests the demo. On the machine that runs the service, the page gets a local key, so no signup is necessary. */
async function openDemo(): Promise<void> {
  isDemoRequested.value = true
  if (apiKey.peek() === '' && (await checkLocalKeys())) await adoptLocalKey().catch(() => undefined)
  // The demo must not start again when the user returns to this page.
  if (pageLocation.peek().page === 'live') writeToUrl('live', {})
}

/** Demonstrates live tracking. A simulated vehicle drives across town and uses the same API calls as a real vehicle. */
export function SimulatorPanel() {
  const action = useAction()
  const currentRun = run.value
  const startAndShow = () =>
    void action.run(async () => {
      await startSimulator()
      const line = findRouteLine(fleet.value.get(selectedId.value))
      if (run.peek() !== undefined && line !== undefined) fitPoints(line)
    })
  useEffect(() => {
    if (!isDemoRequested.value) return
    isDemoRequested.value = false
    if (run.peek() === undefined) startAndShow()
  }, [isDemoRequested.value])
  return (
    <section class="card simulator" aria-label="Simulator">
      <h2>Simulator</h2>
      {currentRun === undefined && (
        <>
          {wasReloaded.value ? (
            <p role="status">
              The simulator stopped when this page was reloaded, and the van stays where it was. Click “Show me” to
              start another run.
            </p>
          ) : (
            <p class="hint">Uses the real API to register a van, plan a route across town and simulate the drive.</p>
          )}
          <button type="button" disabled={isPreparing.value} onClick={startAndShow}>
            {isPreparing.value ? 'Starting…' : 'Show me'}
          </button>
        </>
      )}
      {endReason.value !== '' && currentRun === undefined && (
        <p class="failure" role="alert">
          {endReason.value}
        </p>
      )}
      <ActionFailure action={action} />
      {needsPlan.value && currentRun === undefined && <PlanNeeded onReady={startAndShow} />}
      {currentRun !== undefined && <SimulatorControls />}
    </section>
  )
}

function SimulatorControls() {
  const running = run.value
  if (running === undefined) return null
  const { isPaused, isOffRoute, isArrived, sentCount, waitingCount, problem, lastFix, asset } = running
  return (
    <>
      <div class="buttons">
        <button type="button" onClick={togglePause} disabled={isArrived}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        <button
          type="button"
          class="second"
          onClick={() => void leaveRoute()}
          disabled={isOffRoute || isArrived || isPaused}
        >
          Leave the route
        </button>
        <button type="button" class="second" onClick={stopSimulator}>
          Stop
        </button>
      </div>
      <fieldset class="tabs">
        <legend class="hint">Speed</legend>
        {speedChoices.map(([factor, speedLabel]) => (
          <button
            key={factor}
            type="button"
            title={speedLabel}
            aria-pressed={speedFactor.value === factor}
            onClick={() => {
              speedFactor.value = factor
            }}
          >
            × {factor}
          </button>
        ))}
      </fieldset>
      <p class="hint" role="status">
        {describeState(isArrived, isPaused, isOffRoute)}
        {speedFactor.value > 1 &&
          !isArrived &&
          !isPaused &&
          `, ${speedChoices.find(([factor]) => factor === speedFactor.value)?.[1].toLowerCase()}`}
        . {sentCount.toLocaleString('en')} {sentCount === 1 ? 'position' : 'positions'} sent
        {waitingCount > 0 ? `, ${waitingCount.toLocaleString('en')} queued.` : '.'}
      </p>
      {isOffRoute && (
        <p>
          {/* On a phone, the reroute offer is far below, so this button scrolls to the asset. */}
          <button type="button" class="second" onClick={() => selectAsset(asset)}>
            Show the new route
          </button>
        </p>
      )}
      {problem !== undefined && (
        <p class="failure">
          {problem} The van keeps driving. Its positions are stored and sent together when the service accepts them
          again.
        </p>
      )}
      {lastFix !== undefined && <CopyCall call={Sender.toCall(asset, lastFix)} />}
    </>
  )
}

function describeState(isArrived: boolean, isPaused: boolean, isAstray: boolean): string {
  if (isArrived) return 'The van has arrived'
  if (isPaused) return 'The simulation is paused'
  return isAstray ? 'The van is off its route' : 'The van is following its route'
}
