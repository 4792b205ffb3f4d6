import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { fitPoints } from '../../../map/current-map.ts'
import { type LoadedRegion, loadedMaps, refreshLoadedMaps, toRegionTitle } from '../../../state/loaded-maps.ts'
import { notify } from '../../../state/notices.ts'
import { FileButton, FileDrop } from '../../../ui/file-drop.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Icon } from '../result/step-icon.tsx'
import { checkUploads, formatBytes, type MapUpload, mapUpload, maxUploadBytes, uploadMap } from './upload-map.ts'

const REFRESH_MS = 2_000
/** This component is loaded on demand because the catalog is larger than the other code of this panel. */
const FindExtract = lazyComponent(() => import('./find-extract.tsx'))

/**
 * Adds a map. If the browser runs on the same machine as the service, the user uploads an extract. Otherwise the page
 * shows a command to run on that machine.
 */
export function AddCity() {
  const isOpen = useSignal(false)
  const isUploading = mapUpload.value !== undefined
  useShowNewRegions(isOpen.value || isUploading)
  useEffect(() => void checkUploads(), [])
  const canUpload = (maxUploadBytes.value ?? 0) > 0
  const upload = (file: File) => {
    isOpen.value = true
    void uploadMap(file)
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
      <div class="add-city-body">
        {isOpen.value && <FindExtract />}
        {canUpload && <UploadBox onFile={upload} />}
        <p class="hint" role="status">
          {loadedMaps.value === undefined
            ? ''
            : `Loaded: ${loadedMaps.value.regions.map(({ name }) => toRegionTitle(name)).join(', ') || 'no map yet'}. `}
          {isOpen.value && !isUploading && 'New maps appear here automatically.'}
        </p>
      </div>
      {canUpload && <FileDrop message="Drop the extract to add its map" onFile={upload} />}
    </details>
  )
}

function UploadBox({ onFile }: { readonly onFile: (file: File) => void }) {
  const upload = mapUpload.value
  const isBusy = upload?.state === 'uploading' || upload?.state === 'compiling'
  return (
    <>
      <div class="city-drop">
        <p>
          <strong>Drop an .osm.pbf file here</strong>
          <small>Up to {formatBytes(maxUploadBytes.value ?? 0)}. The file stays on this machine.</small>
        </p>
        <FileButton label="Choose a file" accept=".pbf,.osm,.bz2,.gz" isDisabled={isBusy} onFile={onFile} />
      </div>
      {upload !== undefined && <UploadProgress upload={upload} />}
    </>
  )
}

function UploadProgress({ upload }: { readonly upload: MapUpload }) {
  const { file, bytes, state, stage, progress, error } = upload
  if (state === 'failed')
    return (
      <p class="failure" role="alert">
        {error}
      </p>
    )
  const percent = Math.round(progress * 100)
  const text = {
    uploading: `Uploading: ${percent} %`,
    compiling: stage === undefined ? 'Compiling' : `Compiling: ${stage}, ${percent} %`,
    ready: 'Ready',
  }[state]
  return (
    <div class="city-progress">
      <p>
        <strong>{file}</strong> <small>{formatBytes(bytes)}</small>
      </p>
      <progress max={1} value={state === 'ready' ? 1 : progress} aria-label={`Progress of ${file}`} />
      <small role="status">{text}</small>
    </div>
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
    // Other new maps, such as an embedded map compiled in the background, must not move the view.
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
