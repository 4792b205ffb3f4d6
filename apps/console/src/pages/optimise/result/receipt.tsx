import { type MatrixReply, type Verification, verifyReceipt } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { ask } from '../../../state/calls.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { kilometers, minutes } from '../../../ui/measures.ts'
import type { Solved } from '../state.ts'
import { headlineOf, receiptInWords, verifiedInWords, verifyingInWords } from './receipt-words.ts'
import { inWords } from './reply-words.ts'

/** The savings and their proof. */
export function Receipt({ solved }: { readonly solved: Solved }) {
  const { receipt } = solved.reply
  const action = useAction()
  const outcome = useSignal<Verification | undefined>(undefined)
  const verify = () =>
    action.run(async () => {
      const askMatrix = (body: object) => ask<MatrixReply>({ method: 'POST', path: '/v1/matrix', body })
      outcome.value = await verifyReceipt(solved.body, solved.reply, askMatrix)
    })
  const isTime = receipt.metric === 'duration'
  const [before, after] = isTime
    ? [receipt.given_driving_min, receipt.returned_driving_min]
    : [receipt.given_distance_km, receipt.returned_distance_km]
  const text = isTime ? minutes : kilometers
  return (
    <section class="card receipt" aria-label="Receipt">
      <p class="figure">{headlineOf(receipt)}</p>
      {before !== null && (
        <dl class="compared-bars">
          <Bar title="Before" share={1} text={text(before)} kind="before" />
          <Bar title="After" share={before > 0 ? after / before : 1} text={text(after)} kind="after" />
        </dl>
      )}
      <p>{receiptInWords(receipt, solved.reply.solve_ms, inWords(receipt.given_infeasible ?? '', solved))}</p>
      <div class="row verify">
        <button type="button" class="second" disabled={action.isRunning.value} onClick={() => void verify()}>
          {action.isRunning.value ? 'Verifying …' : 'Verify'}
        </button>
        <p class="hint">{verifyingInWords(receipt)}</p>
      </div>
      <ActionFailure action={action} />
      {outcome.value !== undefined && <Outcome outcome={outcome.value} solved={solved} />}
    </section>
  )
}

interface BarProps {
  readonly title: string
  readonly share: number
  readonly text: string
  readonly kind: string
}

function Bar({ title, share, text, kind }: BarProps) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <span class={`bar bar-${kind}`} style={{ width: `${Math.min(1, share) * 68}%` }} />
        {text}
      </dd>
    </>
  )
}

function Outcome({
  outcome: { ok, dataChanged, faults },
  solved,
}: {
  readonly outcome: Verification
  readonly solved: Solved
}) {
  if (ok)
    return (
      <p class="outcome good" role="status">
        ✓ {verifiedInWords(solved.reply)}
      </p>
    )
  return (
    <div class="outcome bad" role="status">
      <p>
        {dataChanged
          ? 'The maps or the traffic have changed, so this receipt can no longer be verified. Search again, then verify.'
          : 'The receipt is not correct:'}
      </p>
      {!dataChanged && (
        <ul>
          {faults.slice(0, 6).map((fault) => (
            <li key={fault}>{inWords(fault, solved)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
