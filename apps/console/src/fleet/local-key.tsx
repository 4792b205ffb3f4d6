import { useEffect } from 'preact/hooks'
import { adoptLocalKey, checkLocalKeys, hasLocalKeys } from '../state/local-key.ts'
import { ActionFailure, useAction } from '../ui/action.tsx'

interface LocalKeyButtonProps {
  readonly label?: string
  /** Called when the console uses the new key. */
  readonly onDone?: () => void
}

/** Offers a key without signup. Renders nothing unless the service runs on this machine and issues such keys. */
export function LocalKeyButton({ label = 'Use a local key', onDone }: LocalKeyButtonProps) {
  const action = useAction()
  useEffect(() => void checkLocalKeys(), [])
  if (hasLocalKeys.value !== true) return null
  const getKey = () =>
    void action.run(async () => {
      await adoptLocalKey()
      onDone?.()
    })
  return (
    <>
      <button type="button" disabled={action.isRunning.value} onClick={getKey}>
        {action.isRunning.value ? 'Getting a key…' : label}
      </button>
      <ActionFailure action={action} />
    </>
  )
}
