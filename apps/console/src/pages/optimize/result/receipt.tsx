import { type MatrixReply, type Verification, verifyReceipt } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { callApi } from '../../../state/calls.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { formatKilometers, formatMinutes } from '../../../ui/format.ts'
import type { Solution } from '../state.ts'
import { describeReceipt, describeVerified, describeVerifying, formatHeadline } from './receipt-text.ts'
import { rephraseReply } from './reply-text.ts'

/** Shows the savings and lets the user verify them. */
export function Receipt({ solved }: { readonly solved: Solution }) {
  const { receipt } = solved.reply
  const { length: unassignedCount } = solved.reply.unassigned
  const action = useAction()
  const outcome = useSignal<Verification | undefined>(undefined)
  const verify = () =>
    action.run(async () => {
      const requestMatrix = (body: object) => callApi<MatrixReply>({ method: 'POST', path: '/v1/matrix', body })
      outcome.value = await verifyReceipt(solved.body, solved.reply, requestMatrix)
    })
  const isDurationMetric = receipt.metric === 'duration'
  const [givenValue, returnedValue] = isDurationMetric
    ? [receipt.given_driving_min, receipt.returned_driving_min]
    : [receipt.given_distance_km, receipt.returned_distance_km]
  const formatValue = isDurationMetric ? formatMinutes : formatKilometers
  return (
    <section class="card receipt" aria-label="Receipt">
      <p class={unassignedCount === 0 ? 'figure' : 'figure partial'}>{formatHeadline(receipt, unassignedCount)}</p>
      {givenValue !== null && (
        <dl class="compared-bars">
          <Bar title="Before" share={1} text={formatValue(givenValue)} kind="before" />
          <Bar
            title="After"
            share={givenValue > 0 ? returnedValue / givenValue : 1}
            text={formatValue(returnedValue)}
            kind="after"
          />
        </dl>
      )}
      <p>{describeReceipt(receipt, solved.reply.solve_ms, rephraseReply(receipt.given_infeasible ?? '', solved))}</p>
      <div class="row verify">
        <button type="button" class="second" disabled={action.isRunning.value} onClick={() => void verify()}>
          {action.isRunning.value ? 'Verifying…' : 'Verify'}
        </button>
        <p class="hint">{describeVerifying(receipt)}</p>
      </div>
      <ActionFailure action={action} />
      {outcome.value !== undefined && <VerificationOutcome outcome={outcome.value} solved={solved} />}
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

function VerificationOutcome({
  outcome: { ok, dataChanged, faults },
  solved,
}: {
  readonly outcome: Verification
  readonly solved: Solution
}) {
  if (ok)
    return (
      <p class="outcome good" role="status">
        ✓ {describeVerified(solved.reply)}
      </p>
    )
  return (
    <div class="outcome bad" role="status">
      <p>
        {dataChanged
          ? 'The map or traffic data has changed, so this receipt can no longer be verified. Search again, then verify.'
          : 'The receipt is incorrect:'}
      </p>
      {!dataChanged && (
        <ul>
          {faults.slice(0, 6).map((error) => (
            <li key={error}>{rephraseReply(error, solved)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
