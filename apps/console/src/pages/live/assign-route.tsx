import type { LiveAssetReply } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { signalColors } from '../../map/colors.ts'
import { fitPoints } from '../../map/current-map.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { formatPoint, type Point } from '../../points.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { type PickedPlace, SearchBox } from '../../ui/search-box.tsx'
import { assignRoute, toAssignRouteCall } from './route-lines.ts'

/**
 * Lets the user set the destination by name or by a click on the map. An asset without a position also needs an origin.
 */
export function AssignRoute({ live, onDone }: { readonly live: LiveAssetReply; readonly onDone: () => void }) {
  const from = useSignal<PickedPlace | undefined>(undefined)
  const to = useSignal<PickedPlace | undefined>(undefined)
  const action = useAction()
  const needsOrigin = live.position === null
  useMapClick((position) => {
    const target = needsOrigin && from.peek() === undefined ? from : to
    target.value = { at: position, label: formatPoint(position) }
  })
  const endpoints = {
    ...(needsOrigin && from.value !== undefined ? { from: from.value.at } : {}),
    ...(to.value === undefined ? {} : { to: to.value.at }),
  }
  const isReady = to.value !== undefined && (!needsOrigin || from.value !== undefined)
  const submit = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      const { route } = await assignRoute(live.asset.id, endpoints)
      fitPoints(route.geometry)
      onDone()
    })
  }
  return (
    <form class="give-plan" onSubmit={submit}>
      <p class="hint">
        {needsOrigin
          ? 'No position yet. Click the start on the map, then the destination.'
          : 'Click the destination on the map.'}
      </p>
      {needsOrigin && <EndpointField label="From" endpoint={from.value} onPick={(place) => (from.value = place)} />}
      <EndpointField label="To" endpoint={to.value} onPick={(place) => (to.value = place)} />
      {needsOrigin && from.value !== undefined && (
        <MapMarker
          at={from.value.at}
          label="Start"
          badge="A"
          color="#147a43"
          onDragEnd={(position) => (from.value = toPickedPlace(position))}
        />
      )}
      {to.value !== undefined && (
        <MapMarker
          at={to.value.at}
          label="Destination"
          badge="B"
          color={signalColors.route}
          onDragEnd={(position) => (to.value = toPickedPlace(position))}
        />
      )}
      <div class="buttons">
        <button type="submit" disabled={!isReady || action.isRunning.value}>
          {action.isRunning.value ? 'Planning…' : 'Plan route'}
        </button>
        <button type="button" class="second" onClick={onDone}>
          Cancel
        </button>
      </div>
      <ActionFailure action={action} />
      {isReady && <CopyCall call={toAssignRouteCall(live.asset.id, endpoints)} />}
    </form>
  )
}

function toPickedPlace(position: Point): PickedPlace {
  return { at: position, label: formatPoint(position) }
}

interface EndpointProps {
  readonly label: string
  readonly endpoint: PickedPlace | undefined
  readonly onPick: (picked: PickedPlace | undefined) => void
}

function EndpointField({ label, endpoint, onPick }: EndpointProps) {
  return <SearchBox label={label} value={endpoint?.label ?? ''} onPick={onPick} onClear={() => onPick(undefined)} />
}
