import type { LiveAssetReply } from '@fairway/client'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { formatKilometers, formatMinutes } from '../../ui/format.ts'
import { offeredReroute, type Reroute, rerouteState } from './reroute.ts'
import { describeReroute } from './reroute-text.ts'
import { assignRoute } from './route-lines.ts'

/** Shows the reroute for an asset that left its route, and the size of the update. */
export function RerouteOffer({ live }: { readonly live: LiveAssetReply }) {
  const action = useAction()
  const reroute = offeredReroute.value
  const requestState = rerouteState.value
  if (live.state !== 'off_route') return null
  const text = reroute === undefined ? undefined : describeReroute(reroute, requestState.answer)
  const acceptReroute = () =>
    void action.run(async () => {
      await assignRoute(live.asset.id, { reroute: true })
    })
  return (
    <section class="card offer" aria-label="Reroute">
      <h3>Off route</h3>
      {reroute === undefined && (requestState.failure === undefined || requestState.failure.status === 429) && (
        <p class="hint">Finding a route back…</p>
      )}
      {reroute !== undefined && text !== undefined && (
        <>
          <p>
            <RerouteSummary live={live} reroute={reroute} />. {text.explanation}
          </p>
          {text.size !== undefined && <p class="hint">{text.size}</p>}
          <button type="button" disabled={action.isRunning.value} onClick={acceptReroute}>
            {action.isRunning.value ? 'Planning…' : text.action}
          </button>
        </>
      )}
      <ActionFailure action={action} />
      {/* The stream and polling share a rate limit, so a 429 response is expected and not reported. */}
      {requestState.failure?.status !== 429 && <RequestFailure requestState={requestState} />}
      <CopyCall call={requestState.call} />
    </section>
  )
}

/**
 * Shows the remaining time at the actual pace of the asset, like the figures below. The route itself contains only the
 * planned time.
 */
function RerouteSummary({ live, reroute }: { readonly live: LiveAssetReply; readonly reroute: Reroute }) {
  const km = reroute.distance_km ?? reroute.route?.distance_km ?? live.remaining_km ?? 0
  const plannedEtaMin = reroute.eta_min ?? reroute.route?.eta_min ?? 0
  return (
    <>
      <strong>{formatKilometers(km)}</strong> and <strong>{formatMinutes(live.eta_min ?? plannedEtaMin)}</strong> to the
      destination, at the {live.eta_min === null ? 'planned' : 'current'} pace
    </>
  )
}
