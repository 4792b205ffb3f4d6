import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { fitPoints } from '../../../map/current-map.ts'
import { type LoadedRegion, loadedMaps, refreshLoadedMaps, toRegionTitle } from '../../../state/loaded-maps.ts'
import { notify } from '../../../state/notices.ts'
import { copyToClipboard } from '../../../ui/copy-call.tsx'
import { Icon } from '../result/step-icon.tsx'
import { toAddCommand } from './add-command.ts'

const REFRESH_MS = 2_000

/** How to add a map. The page notices a new map by itself and shows it. */
export function AddCity() {
  const isOpen = useSignal(false)
  const source = useSignal('')
  const [isWaiting, command] = [isOpen.value, toAddCommand(source.value)]
  useShowNewRegions(isWaiting)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    source.value = event.dataTransfer?.files[0]?.name ?? source.value
  }
  return (
    <details
      class="add-city"
      open={isOpen.value}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary>
        <Icon name="plus" /> Add your city
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for typing its name below */}
      <div class="add-city-body" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <label for="city-source">Extract of OpenStreetMap (.osm.pbf), or a path on its mirror</label>
        <input
          id="city-source"
          type="text"
          placeholder="europe/andorra, or drop a .pbf file here"
          value={source.value}
          onInput={({ currentTarget }) => {
            source.value = currentTarget.value
          }}
        />
        <p class="hint">Run this where the service runs. It downloads and compiles the map.</p>
        <div class="command">
          <code>{command}</code>
          <button type="button" class="second" onClick={() => copyToClipboard(command, 'The command')}>
            Copy
          </button>
        </div>
        <p class="hint" role="status">
          {loadedMaps.value === undefined
            ? ''
            : `Loaded: ${loadedMaps.value.regions.map(({ name }) => toRegionTitle(name)).join(', ') || 'no map yet'}. `}
          {isWaiting && 'Waiting for a new map …'}
        </p>
      </div>
    </details>
  )
}

function useShowNewRegions(isWaiting: boolean): void {
  const knownNames = useRef<ReadonlySet<string> | undefined>(undefined)
  const regions = loadedMaps.value?.regions
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void refreshLoadedMaps(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  useEffect(() => {
    if (regions === undefined) return
    const newRegion = regions.find(({ name }) => knownNames.current?.has(name) === false)
    knownNames.current = new Set(regions.map(({ name }) => name))
    // Other new maps, such as an embedded one compiled in the background, must not move the view.
    if (newRegion !== undefined && isWaiting) showRegion(newRegion)
  }, [regions, isWaiting])
}

function showRegion({ name, bounds: [west, south, east, north] }: LoadedRegion): void {
  fitPoints([
    [south, west],
    [north, east],
  ])
  notify(`${toRegionTitle(name)} is ready.`)
}
