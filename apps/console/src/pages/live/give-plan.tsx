import type { LiveAssetReply } from '@fairway/client'
import { useSignal } from '@preact/signals'
import { signalColors } from '../../map/colors.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { showAll } from '../../map/the-map.ts'
import { useMapClick } from '../../map/use-map-click.ts'
import { type Point, pointText } from '../../points.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { type Found, SearchBox } from '../../ui/search-box.tsx'
import { attachCall, attachPlan } from './plan-lines.ts'

/** Sets the destination by name or by a click on the map. An asset without a position also needs an origin. */
export function GivePlan({ live, onDone }: { readonly live: LiveAssetReply; readonly onDone: () => void }) {
  const from = useSignal<Found | undefined>(undefined)
  const to = useSignal<Found | undefined>(undefined)
  const action = useAction()
  const needsFrom = live.position === null
  useMapClick((at) => {
    const target = needsFrom && from.peek() === undefined ? from : to
    target.value = { at, label: pointText(at) }
  })
  const ends = {
    ...(needsFrom && from.value !== undefined ? { from: from.value.at } : {}),
    ...(to.value === undefined ? {} : { to: to.value.at }),
  }
  const isReady = to.value !== undefined && (!needsFrom || from.value !== undefined)
  const plan = (event: Event) => {
    event.preventDefault()
    void action.run(async () => {
      const { route } = await attachPlan(live.asset.id, ends)
      showAll(route.geometry)
      onDone()
    })
  }
  return (
    <form class="give-plan" onSubmit={plan}>
      <p class="hint">
        {needsFrom
          ? 'No position yet. Click the start on the map, then the destination.'
          : 'Click the destination on the map.'}
      </p>
      {needsFrom && <End label="From" end={from.value} onPick={(found) => (from.value = found)} />}
      <End label="To" end={to.value} onPick={(found) => (to.value = found)} />
      {needsFrom && from.value !== undefined && (
        <MapMarker
          at={from.value.at}
          label="Start"
          sign="A"
          color="#147a43"
          onDragEnd={(at) => (from.value = clicked(at))}
        />
      )}
      {to.value !== undefined && (
        <MapMarker
          at={to.value.at}
          label="Destination"
          sign="B"
          color={signalColors.route}
          onDragEnd={(at) => (to.value = clicked(at))}
        />
      )}
      <div class="buttons">
        <button type="submit" disabled={!isReady || action.isRunning.value}>
          {action.isRunning.value ? 'Planning …' : 'Plan route'}
        </button>
        <button type="button" class="second" onClick={onDone}>
          Cancel
        </button>
      </div>
      <ActionFailure action={action} />
      {isReady && <CopyCall call={attachCall(live.asset.id, ends)} />}
    </form>
  )
}

function clicked(at: Point): Found {
  return { at, label: pointText(at) }
}

interface EndProps {
  readonly label: string
  readonly end: Found | undefined
  readonly onPick: (found: Found | undefined) => void
}

function End({ label, end, onPick }: EndProps) {
  return <SearchBox label={label} value={end?.label ?? ''} onPick={onPick} onClear={() => onPick(undefined)} />
}
