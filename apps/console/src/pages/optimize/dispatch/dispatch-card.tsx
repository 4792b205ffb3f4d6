import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { assetsState, loadAssets } from '../../../fleet/list-assets.ts'
import { LocalKeyButton } from '../../../fleet/local-key.tsx'
import { apiKey } from '../../../state/key.ts'
import { hasLocalKeys } from '../../../state/local-key.ts'
import { toLink } from '../../../state/page-location.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { RequestFailure } from '../../../ui/failure.tsx'
import { selectAsset } from '../../live/fleet.ts'
import { resetMoves } from '../day/day-state.ts'
import { type Solution, solve } from '../state.ts'
import { getTourColor } from '../tour-colors.ts'
import { assignTours, listVehicles } from './assign-tours.ts'
import { dispatchTours } from './dispatch.ts'

/** Assigns the tours to vehicles, which the live page then tracks. */
export function DispatchCard({ solved }: { readonly solved: Solution }) {
  const id = solved.reply.id
  if (solved.reply.routes.length === 0) return null
  return (
    <section class="card dispatch" aria-label="Dispatch">
      <h2>Dispatch these tours</h2>
      {apiKey.value === '' ? (
        <>
          <p class="hint">
            Assign the tours to vehicles and track the vehicles live. This requires a key
            {hasLocalKeys.value === true ? (
              '.'
            ) : (
              <>
                : <a href={toLink('live')}>get one</a>, then search again.
              </>
            )}
          </p>
          <LocalKeyButton onDone={solve} />
        </>
      ) : solved.original !== undefined ? (
        <>
          <p class="hint">You have moved stops by hand. Only tours planned by the service can be dispatched.</p>
          <button type="button" class="second" onClick={resetMoves}>
            Reset my changes
          </button>
        </>
      ) : id === undefined ? (
        <>
          <p class="hint">These tours were planned without a key. Plan them again to dispatch them.</p>
          <button type="button" class="second" onClick={solve}>
            Plan again
          </button>
        </>
      ) : (
        <Assignments solved={solved} id={id} />
      )}
    </section>
  )
}

function Assignments({ solved, id }: { readonly solved: Solution; readonly id: string }) {
  const action = useAction()
  const chosenAssets = useSignal<ReadonlyMap<number, string>>(new Map())
  // An earlier list may contain removed vehicles, so the button waits for the current list. A layout effect starts the
  // request before the button is visible.
  useLayoutEffect(loadAssets, [])
  const { answer, isWaiting } = assetsState.value
  const vehicles = listVehicles(answer ?? [])
  const assignments = assignTours(
    solved.reply.routes.map(({ vehicle }) => vehicle),
    vehicles,
    chosenAssets.value,
  )
  const dispatchAssignedTours = () =>
    void action.run(async () => {
      // Reload the assets even after a failure, so that the next attempt uses vehicles that are already registered.
      const { dispatched } = await dispatchTours(solved, id, assignments).finally(loadAssets)
      selectAsset(dispatched[0]?.asset ?? '')
      location.hash = toLink('live')
    })
  const count = assignments.length
  return (
    <>
      {assignments.map(({ vehicle, asset, name }) => (
        <div class="assignment" key={vehicle}>
          <label for={`tour-vehicle-${vehicle}`}>
            <i style={{ background: getTourColor(vehicle) }} /> Tour {vehicle + 1}
          </label>
          <select
            id={`tour-vehicle-${vehicle}`}
            value={asset ?? ''}
            onChange={({ currentTarget }) => {
              chosenAssets.value = moveChoice(chosenAssets.value, vehicle, currentTarget.value)
            }}
          >
            {vehicles.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {candidate.name}
              </option>
            ))}
            <option value="">New vehicle{asset === undefined ? `: ${name}` : ''}</option>
          </select>
        </div>
      ))}
      <button
        type="button"
        disabled={action.isRunning.value || isWaiting || answer === undefined}
        onClick={dispatchAssignedTours}
      >
        {action.isRunning.value ? 'Dispatching…' : count === 1 ? 'Dispatch the tour' : `Dispatch ${count} tours`}
      </button>
      <p class="hint">Each vehicle gets its route and stops. The live page shows its progress.</p>
      <RequestFailure requestState={assetsState.value} />
      <ActionFailure action={action} />
    </>
  )
}

/** Assigns a vehicle to a tour. A vehicle drives only one tour, so its previous tour becomes unassigned. */
function moveChoice(choices: ReadonlyMap<number, string>, vehicle: number, asset: string): ReadonlyMap<number, string> {
  const otherChoices = [...choices].filter(([other, id]) => other !== vehicle && (id === '' || id !== asset))
  return new Map([...otherChoices, [vehicle, asset]])
}
