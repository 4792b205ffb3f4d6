import type {
  LiveAssetReply,
  LiveAssetStop,
  MarkStopReply,
  MarkStopRequestStatus,
  ShareStopReply,
} from '@fairway/client'
import { useSignal } from '@preact/signals'
import { callApi } from '../../../state/calls.ts'
import { capitalize } from '../../../state/error-messages.ts'
import { ActionFailure, useAction } from '../../../ui/action.tsx'
import { copyToClipboard } from '../../../ui/copy-call.tsx'
import { fleet, putLiveAsset } from '../fleet.ts'
import { describeTimes, getStopName, isClosed, statusLabels, summarizeTour } from './tour-text.ts'

/** Lists the stops of the current tour with planned, predicted and actual times. */
export function TourStops({ live }: { readonly live: LiveAssetReply }) {
  const { stops, solution } = live
  const action = useAction()
  const openStop = useSignal<number | undefined>(undefined)
  if (stops === undefined || stops.length === 0) return null
  return (
    <section aria-label="Tour">
      <h2>Tour</h2>
      <p role="status">{summarizeTour(live)}</p>
      <ol class="tour-stops" aria-label="Stops of the tour">
        {stops.map((stop, index) => (
          <li key={stop.stop}>
            <span class={`tour-sign ${toSignClass(stop)}`} aria-hidden="true">
              {stop.status === 'done' ? '✓' : index + 1}
            </span>
            <span>
              <strong>{getStopName(solution, stop)}</strong>
              <small class="block">
                {capitalize(
                  stop.status === 'pending'
                    ? describeTimes(stop)
                    : `${statusLabels[stop.status]} · ${describeTimes(stop)}`,
                )}
              </small>
            </span>
            <button
              type="button"
              class="quiet"
              aria-expanded={openStop.value === stop.stop}
              aria-label={`Actions for stop ${index + 1}`}
              onClick={() => {
                openStop.value = openStop.value === stop.stop ? undefined : stop.stop
              }}
            >
              ⋯
            </button>
            {openStop.value === stop.stop && (
              <StopActions
                stop={stop}
                onMark={(status) =>
                  void action.run(async () => {
                    await markStop(live, stop.stop, status)
                    openStop.value = undefined
                  })
                }
                onShare={() => void action.run(() => shareStop(live.asset.id, stop.stop))}
              />
            )}
          </li>
        ))}
      </ol>
      <ActionFailure action={action} />
    </section>
  )
}

interface StopActionsProps {
  readonly stop: LiveAssetStop
  readonly onMark: (status: MarkStopRequestStatus) => void
  readonly onShare: () => void
}

function StopActions({ stop, onMark, onShare }: StopActionsProps) {
  return (
    <div class="buttons">
      {isClosed(stop) ? (
        <button type="button" class="second" onClick={() => onMark('pending')}>
          Reopen
        </button>
      ) : (
        <>
          <button type="button" class="second" onClick={() => onMark('done')}>
            Mark done
          </button>
          <button type="button" class="second" onClick={() => onMark('skipped')}>
            Skip
          </button>
          <button type="button" class="second" onClick={() => onMark('canceled')}>
            Cancel the order
          </button>
          <button type="button" class="second" onClick={onShare}>
            Copy link for the recipient
          </button>
        </>
      )}
    </div>
  )
}

async function markStop({ asset }: LiveAssetReply, stop: number, status: MarkStopRequestStatus): Promise<void> {
  const path = `/v1/assets/${asset.id}/stops/${stop}`
  const { stops, solution } = await callApi<MarkStopReply>({ method: 'POST', path, body: { status } })
  const current = fleet.peek().get(asset.id)
  if (current !== undefined && stops !== undefined && solution === current.solution) putLiveAsset({ ...current, stops })
}

async function shareStop(asset: string, stop: number): Promise<void> {
  const path = `/v1/assets/${asset}/stops/${stop}/share`
  const { url } = await callApi<ShareStopReply>({ method: 'POST', path, body: {} })
  await copyToClipboard(new URL(url, location.href).href, 'The link (valid for a day)')
}

function toSignClass({ status, late_min }: LiveAssetStop): string {
  if (status === 'done') return 'stop-done'
  if (status === 'missed' || (late_min ?? 0) > 0) return 'stop-bad'
  return status === 'skipped' || status === 'canceled' ? 'stop-off' : ''
}
