import type { ListAssetsReply } from '@fairway/client'
import { useEffect } from 'preact/hooks'
import { LocalKeyButton } from '../../../fleet/local-key.tsx'
import { callApi } from '../../../state/calls.ts'
import { checkLocalKeys, hasLocalKeys, isServiceLocal } from '../../../state/local-key.ts'
import { copyToClipboard } from '../../../ui/copy-call.tsx'
import { accountEmail } from '../../account/session.ts'
import { listAssetsCall, sleep } from '../follow.ts'
import { isDemoRequested } from './simulator.ts'

const POLL_INTERVAL_MS = 2_000

/**
 * Explains that trial plans accept no positions and how to upgrade. The component detects the upgrade automatically.
 */
export function PlanNeeded({ onReady }: { readonly onReady: () => void }) {
  useEffect(() => void checkLocalKeys(), [])
  useEffect(() => {
    const stopController = new AbortController()
    void waitUntilPlanAllowsPush(stopController.signal).then((isPushable) => isPushable && onReady())
    return () => stopController.abort()
  }, [])
  return (
    <div class="plan-needed" role="status">
      <p>
        <strong>This key’s plan does not accept positions.</strong> The live view works on every plan. To send GPS
        positions, you need the starter plan or higher.
      </p>
      {hasLocalKeys.value === true && (
        <p>The service runs on this computer, so you can also use a key for this machine, with its own assets.</p>
      )}
      <LocalKeyButton onDone={() => (isDemoRequested.value = true)} />
      {isServiceLocal.value ? <UpgradeCommand /> : <UpgradeRequest />}
    </div>
  )
}

/** Refers users of a remote service to its operator, because they cannot run commands there. */
function UpgradeRequest() {
  const email = accountEmail.value
  return (
    <p>
      {email === ''
        ? 'Ask the operator of the service for a key with such a plan, and enter the key under Account.'
        : `Ask the operator of the service to change the plan of ${email}. This page checks every two seconds and starts the van when the plan has changed.`}
    </p>
  )
}

function UpgradeCommand() {
  const email = accountEmail.value
  const command =
    email === ''
      ? 'npx fairway admin issue-key --email you@example.com --plan pro'
      : `npx fairway admin set-plan ${email} --plan pro --keep-keys`
  return (
    <>
      <p>The service runs on this computer. Run this command in its folder:</p>
      <pre>
        <code>{command}</code>
      </pre>
      <div class="buttons">
        <button type="button" class="second" onClick={() => void copyToClipboard(command, 'The command')}>
          Copy the command
        </button>
      </div>
      <p class="hint">
        {email === ''
          ? 'The command prints a key. Enter the key under Account to start the van.'
          : 'This page checks every two seconds and starts the van when the plan has changed.'}
      </p>
    </>
  )
}

async function waitUntilPlanAllowsPush(stopSignal: AbortSignal): Promise<boolean> {
  while (!stopSignal.aborted) {
    await sleep(POLL_INTERVAL_MS, stopSignal)
    const reply = await callApi<ListAssetsReply>(listAssetsCall, stopSignal).catch(() => undefined)
    if (!stopSignal.aborted && reply !== undefined && reply.limits.gps_push_per_s !== null) return true
  }
  return false
}
