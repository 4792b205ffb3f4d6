import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Icon } from '../pages/plan/result/step-icon.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { AddCityForm } from './add-city-form.tsx'
import { checkUploads, isJobRunning, maxUploadBytes, uploadMap } from './map-jobs.ts'

/** Offers to add a map on the first screen. */
export function AddCity() {
  const isOpen = useSignal(isJobRunning.peek())
  useEffect(() => void checkUploads(), [])
  return (
    <details
      class="add-city"
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary>
        <Icon name="plus" /> Add your city
      </summary>
      <div class="add-city-body">{isOpen.value && <AddCityForm />}</div>
      {(maxUploadBytes.value ?? 0) > 0 && (
        <FileDrop
          message="Drop the extract to add its map"
          onFile={(file) => {
            isOpen.value = true
            void uploadMap(file)
          }}
        />
      )}
    </details>
  )
}
