import { useEffect, useRef } from 'preact/hooks'
import { loadedMaps, refreshLoadedMaps, toRegionTitle } from '../state/loaded-maps.ts'
import '../style/add-city.css'
import { FileButton } from '../ui/file-drop.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { showMapOnPhone } from '../ui/sheet.tsx'
import {
  addMapJob,
  checkUploads,
  formatBytes,
  isJobRunning,
  maxUploadBytes,
  showRegion,
  uploadMap,
} from './map-jobs.ts'

const REFRESH_MS = 2_000
/** This component is loaded on demand because the catalog is larger than the other code of this form. */
const FindExtract = lazyComponent(() => import('./find-extract.tsx'))

/**
 * Adds a map. If the browser runs on the same machine as the service, the service downloads the extract or the user
 * uploads it. Otherwise the form shows a command to run on that machine.
 */
export function AddCityForm() {
  useShowNewRegions()
  useEffect(() => {
    void checkUploads()
    // The result of a job is shown once.
    return () => {
      if (!isJobRunning.peek()) addMapJob.value = undefined
    }
  }, [])
  const job = addMapJob.value
  useEffect(() => {
    if (job?.state === 'ready') showMapOnPhone()
  }, [job?.state])
  const canUpload = (maxUploadBytes.value ?? 0) > 0
  return (
    <>
      {job !== undefined && <JobProgress />}
      {!isJobRunning.value && <FindExtract />}
      {!isJobRunning.value && canUpload && <UploadBox />}
      <p class="hint" role="status">
        {loadedMaps.value === undefined
          ? ''
          : `Loaded: ${loadedMaps.value.regions.map(({ name }) => toRegionTitle(name)).join(', ') || 'no map yet'}. `}
        {job === undefined && 'New maps appear here automatically.'}
      </p>
    </>
  )
}

function UploadBox() {
  return (
    <div class="city-drop">
      <p>
        <strong>Drop an .osm.pbf file here</strong>
        <small>Up to {formatBytes(maxUploadBytes.value ?? 0)}. The file stays on this machine.</small>
      </p>
      <FileButton label="Choose a file" accept=".pbf,.osm,.bz2,.gz" onFile={(file) => void uploadMap(file)} />
    </div>
  )
}

/** Steps of adding a map, in their order. A map is either uploaded or downloaded. */
function JobProgress() {
  const job = addMapJob.value
  if (job === undefined) return null
  const { title, bytes, state, stage, progress, error } = job
  if (state === 'failed')
    return (
      <p class="failure" role="alert">
        {error}
      </p>
    )
  const percent = Math.round(progress * 100)
  const text = {
    uploading: `Step 1 of 2: uploading, ${percent} %`,
    downloading: `Step 1 of 2: downloading ${formatBytes(bytes * progress)} of ${formatBytes(bytes)}`,
    compiling: stage === undefined ? 'Step 2 of 2: compiling' : `Step 2 of 2: compiling (${stage}), ${percent} %`,
    ready: 'Ready',
  }[state]
  return (
    <div class="city-progress">
      <p>
        <strong>{title}</strong> <small>{formatBytes(bytes)}</small>
      </p>
      <progress max={1} value={state === 'ready' ? 1 : progress} aria-label={`Progress of ${title}`} />
      <small role="status">{text}</small>
    </div>
  )
}

/** Moves the map to maps that are added elsewhere while the form is open, such as on the command line. */
function useShowNewRegions(): void {
  const knownNames = useRef<ReadonlySet<string> | undefined>(undefined)
  const regions = loadedMaps.value?.regions
  useEffect(() => {
    const timer = setInterval(() => void refreshLoadedMaps(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (regions === undefined) return
    const newRegion = regions.find(({ name }) => knownNames.current?.has(name) === false)
    knownNames.current = new Set(regions.map(({ name }) => name))
    // The job itself shows its region when it is done.
    if (newRegion === undefined || newRegion.name === addMapJob.peek()?.region) return
    showMapOnPhone()
    showRegion(newRegion)
  }, [regions])
}
