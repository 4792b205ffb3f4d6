import type { ListAssetsReply } from '@fairway/client'
import { useEffect } from 'preact/hooks'
import { ask } from '../../../state/calls.ts'
import { copy } from '../../../ui/copy-call.tsx'
import { accountEmail } from '../../account/session.ts'
import { listCall, pause } from '../follow.ts'

const LOOK_EVERY_MS = 2_000

/** Explains that trial plans accept no positions and how to upgrade. It detects the upgrade by itself. */
export function PlanNeeded({ onReady }: { readonly onReady: () => void }) {
  useEffect(() => {
    const end = new AbortController()
    void untilPushable(end.signal).then((isPushable) => isPushable && onReady())
    return () => end.abort()
  }, [])
  const email = accountEmail.value
  const command =
    email === ''
      ? 'npx fairway admin issue-key --email you@example.com --plan pro'
      : `npx fairway admin set-plan ${email} --plan pro`
  return (
    <div class="plan-needed" role="status">
      <p>
        <strong>The plan of this key takes no positions.</strong> Watching works on every plan; sending GPS needs
        starter or better, which the operator of the service issues.
      </p>
      <p>Is it your own service? Run this in its folder:</p>
      <pre>
        <code>{command}</code>
      </pre>
      <div class="buttons">
        <button type="button" class="second" onClick={() => void copy(command, 'The command')}>
          Copy the command
        </button>
      </div>
      <p class="hint">
        {email === ''
          ? 'It prints a key: enter it under Account. The van sets out as soon as it is there.'
          : 'This page looks every two seconds: the van sets out as soon as that is done.'}
      </p>
    </div>
  )
}

async function untilPushable(ended: AbortSignal): Promise<boolean> {
  while (!ended.aborted) {
    await pause(LOOK_EVERY_MS, ended)
    const reply = await ask<ListAssetsReply>(listCall, ended).catch(() => undefined)
    if (!ended.aborted && reply !== undefined && reply.limits.gps_push_per_s !== null) return true
  }
  return false
}
