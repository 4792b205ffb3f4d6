import type { LiveAssetReply } from '@fairway/client'
import { useEffect, useState } from 'preact/hooks'
import { type ApiCall, callApi, callApiForText } from '../../state/calls.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { formatClockTime, formatKilometers, formatMinutes } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import { AssignRoute } from './assign-route.tsx'
import { nowMs } from './clock.ts'
import { removeAsset } from './fleet.ts'
import { LastFixes } from './last-fixes.tsx'
import { toLiveCall } from './reroute.ts'
import { RerouteOffer } from './reroute-offer.tsx'
import { selectedRouteLine } from './route-lines.ts'
import { toTrackCall } from './selected-track.ts'
import { useScrollToSelection } from './show-selected.ts'
import { findLastKnown, formatAge, formatMeters, kindLabels, stateStyles, toStateLabel } from './states.ts'
import { TourStops } from './tour/tour-stops.tsx'

/** Shows the details and actions of one asset. */
export function SelectedAsset({ live }: { readonly live: LiveAssetReply }) {
  const { asset, state, position, plan } = live
  const [isAssigningRoute, setAssigningRoute] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const action = useAction()
  const { section, heading } = useScrollToSelection()
  useEffect(() => {
    setAssigningRoute(false)
    setRemoving(false)
    action.clear()
  }, [asset.id])
  const removeAssetCall: ApiCall = { method: 'DELETE', path: `/v1/assets/${asset.id}` }
  const remove = () =>
    void action.run(async () => {
      await callApi(removeAssetCall)
      removeAsset(asset.id)
    })
  const save = () =>
    void action.run(async () =>
      saveFile(`${asset.name}.gpx`, 'application/gpx+xml', await callApiForText(toTrackCall(asset.id, 'gpx'))),
    )
  return (
    <section ref={section} class="chosen-asset" aria-label={asset.name}>
      <h2 ref={heading} tabIndex={-1}>
        {asset.name}{' '}
        <span class="state" style={{ background: stateStyles[state].color }}>
          {toStateLabel(live)}
        </span>
      </h2>
      <RerouteOffer live={live} />
      <TourStops live={live} />
      <Figures live={live} />
      {plan !== null && selectedRouteLine.value === undefined && (
        <p class="hint">The planned route is not loaded yet. The map shows only the position.</p>
      )}
      {isAssigningRoute ? (
        <AssignRoute live={live} onDone={() => setAssigningRoute(false)} />
      ) : (
        <div class="buttons">
          <button type="button" class="second" onClick={() => setAssigningRoute(true)}>
            {plan === null ? 'Assign a route' : 'Change route'}
          </button>
          {position !== null && (
            <button type="button" class="second" onClick={save}>
              Save track (GPX)
            </button>
          )}
          <button type="button" class="second" onClick={() => setRemoving(true)}>
            Remove
          </button>
        </div>
      )}
      {isRemoving && (
        <div class="card" role="alertdialog" aria-label={`Remove ${asset.name}`}>
          <p>Remove {asset.name} and its entire track? This cannot be undone.</p>
          <div class="buttons">
            <button type="button" class="danger" disabled={action.isRunning.value} onClick={remove}>
              Remove asset
            </button>
            <button type="button" class="second" onClick={() => setRemoving(false)}>
              Keep asset
            </button>
          </div>
          <CopyCall call={removeAssetCall} />
        </div>
      )}
      <ActionFailure action={action} />
      <LastFixes />
      <CopyCall call={toLiveCall(asset.id)} />
    </section>
  )
}

function Figures({ live }: { readonly live: LiveAssetReply }) {
  const { asset, position, drift_m, progress_pct, remaining_km, eta_min, arrive_at, pace, plan } = live
  const lastKnown = findLastKnown(live)
  const appendAsOf = (text: string) => (lastKnown === undefined ? text : `${text} ${lastKnown.asOf}`)
  const arrivalText = lastKnown?.arriveAt === undefined ? undefined : appendAsOf(lastKnown.arriveAt)
  const rows: readonly [string, string | undefined][] = [
    ['Last seen', position ? formatAge(position.time, nowMs.value) : 'never'],
    ['Speed', position?.speed_ms === undefined ? undefined : `${Math.round(position.speed_ms * 3.6)} km/h`],
    ['Battery', position?.battery_pct === undefined ? undefined : `${Math.round(position.battery_pct)} %`],
    ['Drift', drift_m === null ? undefined : formatMeters(drift_m)],
    ['Progress', progress_pct === null ? undefined : `${progress_pct.toFixed(0)} %`],
    ['Route', plan === null ? 'none' : formatKilometers(plan.distance_km)],
    ['Remaining', remaining_km === null ? undefined : appendAsOf(formatKilometers(remaining_km))],
    ['Arrives in', eta_min === null || lastKnown !== undefined ? undefined : formatMinutes(eta_min)],
    ['Arrives at', lastKnown !== undefined || arrive_at === null ? arrivalText : formatClockTime(arrive_at)],
    ['Heading', position?.heading === undefined ? undefined : `${Math.round(position.heading)}°`],
    ['Altitude', position?.altitude_m === undefined ? undefined : `${Math.round(position.altitude_m)} m`],
    ['Pace', pace === null ? undefined : `× ${pace.toFixed(2)}`],
    ['Kind', `${kindLabels[asset.kind]}${asset.category === 'military' ? ', military' : ''}`],
    ['Conformance', live.conformance],
    ['Direction', live.wrong_way === true ? 'against its route' : undefined],
  ]
  return (
    <dl class="figures">
      {rows.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
