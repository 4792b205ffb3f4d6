import { showAll } from '../../../map/the-map.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { CopyCall } from '../../../ui/copy-call.tsx'
import { chosenId, fleet } from '../fleet.ts'
import { planLine } from '../plan-lines.ts'
import { PlanNeeded } from './plan-needed.tsx'
import { Sender } from './sender.ts'
import {
  ended,
  isPreparing,
  leaveRoute,
  needsPlan,
  pauseOrGoOn,
  run,
  speed,
  start,
  stop,
  wasReloaded,
} from './simulator.ts'

const speeds = [
  [1, 'At the planned speed'],
  [2, 'At twice the planned speed'],
  [4, 'At four times the planned speed'],
] as const

/** A live tracking demo: a simulated vehicle drives across town through the same API calls that yours would make. */
export function SimulatorPanel() {
  const action = useAction()
  const running = run.value
  const show = () =>
    void action.run(async () => {
      await start()
      const line = planLine(fleet.value.get(chosenId.value))
      if (run.peek() !== undefined && line !== undefined) showAll(line)
    })
  return (
    <section class="card simulator" aria-label="Simulator">
      <h2>Simulator</h2>
      {running === undefined && (
        <>
          {wasReloaded.value ? (
            <p role="status">
              The simulator stopped when this page was reloaded, and the van stays where it was. Click “Show me” to
              start another drive.
            </p>
          ) : (
            <p class="hint">Registers a van, plans a route across town and drives it, through the real API.</p>
          )}
          <button type="button" disabled={isPreparing.value} onClick={show}>
            {isPreparing.value ? 'Starting …' : 'Show me'}
          </button>
        </>
      )}
      {ended.value !== '' && running === undefined && (
        <p class="failure" role="alert">
          {ended.value}
        </p>
      )}
      <ActionFailure action={action} />
      {needsPlan.value && running === undefined && <PlanNeeded onReady={show} />}
      {running !== undefined && <Controls />}
    </section>
  )
}

function Controls() {
  const running = run.value
  if (running === undefined) return null
  const { isPaused, isAstray, isArrived, sent, waiting, trouble, lastFix, asset } = running
  return (
    <>
      <div class="buttons">
        <button type="button" onClick={pauseOrGoOn} disabled={isArrived}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
        <button
          type="button"
          class="second"
          onClick={() => void leaveRoute()}
          disabled={isAstray || isArrived || isPaused}
        >
          Leave the route
        </button>
        <button type="button" class="second" onClick={stop}>
          Stop
        </button>
      </div>
      <fieldset class="tabs">
        <legend class="hint">Speed</legend>
        {speeds.map(([factor, words]) => (
          <button
            key={factor}
            type="button"
            title={words}
            aria-pressed={speed.value === factor}
            onClick={() => {
              speed.value = factor
            }}
          >
            × {factor}
          </button>
        ))}
      </fieldset>
      <p class="hint" role="status">
        {stateText(isArrived, isPaused, isAstray)}
        {speed.value > 1 && !isArrived && !isPaused && ` ${speeds.find(([factor]) => factor === speed.value)?.[1]}.`}{' '}
        {sent.toLocaleString('en')} positions sent
        {waiting > 0 ? `, ${waiting.toLocaleString('en')} queued.` : '.'}
      </p>
      {trouble !== undefined && (
        <p class="failure">
          {trouble} The van keeps driving. Its positions are stored and sent together when the service accepts them
          again.
        </p>
      )}
      {lastFix !== undefined && <CopyCall call={Sender.callFor(asset, lastFix)} />}
    </>
  )
}

function stateText(isArrived: boolean, isPaused: boolean, isAstray: boolean): string {
  if (isArrived) return 'It has arrived.'
  if (isPaused) return 'It is paused.'
  return isAstray ? 'It is off its route.' : 'It follows its route.'
}
