import { useEffect, useRef } from 'preact/hooks'
import { AddCityForm } from './add-city-form.tsx'
import { addMapJob } from './map-jobs.ts'
import { addCitySearch, closeAddCity } from './open-add-city.ts'

/** Adds a map on any page. */
export default function AddCityDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const state = addMapJob.value?.state
  const previousState = useRef(state)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    // The dialog covers the map, which moves to the new region.
    if (state === 'ready' && previousState.current !== 'ready') dialog.current?.close()
    previousState.current = state
  }, [state])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop, and Escape also closes the dialog
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="add-city-title"
      onClose={closeAddCity}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <div class="dialog-body">
        <div class="dialog-title">
          <h2 id="add-city-title">Add your city</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        <AddCityForm key={addCitySearch.value} />
      </div>
    </dialog>
  )
}
