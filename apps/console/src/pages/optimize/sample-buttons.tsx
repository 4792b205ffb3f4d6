import { useSignal } from '@preact/signals'
import { createStop } from '../../entry/stops.ts'
import { UndoNote } from '../../entry/undo-note.tsx'
import { notify } from '../../state/notices.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { findSampleStops } from './sample.ts'
import { replacedState, replaceStops, stops, undoReplace } from './state.ts'

/** Renders buttons that replace all stops with sample places or remove all stops. */
export function SampleButtons() {
  const action = useAction()
  const seed = useSignal(1)
  const add = () =>
    action.run(async () => {
      const sampleStops = await findSampleStops(20, seed.value)
      seed.value += 1
      if (sampleStops.length === 0) notify('No places found here. Move the map to a town with map data.', 'error')
      else replaceStops(sampleStops.map(createStop))
    })
  return (
    <>
      <div class="row stops-actions">
        <button type="button" class="second" disabled={action.isRunning.value} onClick={() => void add()}>
          {action.isRunning.value ? 'Loading…' : 'Add 20 sample stops'}
        </button>
        <button type="button" class="quiet" disabled={stops.value.length === 0} onClick={() => replaceStops([])}>
          Clear
        </button>
      </div>
      <UndoNote message={replacedState.value?.message} onUndo={undoReplace} />
      <ActionFailure action={action} />
    </>
  )
}
