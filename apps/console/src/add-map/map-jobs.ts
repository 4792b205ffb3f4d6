import { computed, signal } from '@preact/signals'
import { fitPoints } from '../map/current-map.ts'
import { CallError, callApi } from '../state/calls.ts'
import { type LoadedRegion, refreshLoadedMaps, toRegionTitle } from '../state/loaded-maps.ts'
import { notify } from '../state/notices.ts'

interface UploadReply {
  readonly max_bytes: number
  readonly uploads: readonly JobStatus[]
}

interface JobStatus {
  readonly region: string
  readonly state: 'uploading' | 'downloading' | 'compiling' | 'ready' | 'failed'
  readonly stage?: string
  readonly progress: number
  readonly error?: string
}

/** Map that is being added. */
export interface AddMapJob extends JobStatus {
  /** Name of the file, or of the place whose extract is downloaded. */
  readonly title: string
  readonly bytes: number
}

/** Extract that the server can download. */
export interface RemoteExtract {
  readonly region: string
  readonly url: string
  readonly bytes: number
  readonly max_bytes: number
}

/**
 * Maximum size of an extract, in bytes. 0 means that this page may not add maps. Undefined until the service replies.
 */
export const maxUploadBytes = signal<number | undefined>(undefined)
export const addMapJob = signal<AddMapJob | undefined>(undefined)
export const isJobRunning = computed(() => {
  const state = addMapJob.value?.state
  return state !== undefined && state !== 'ready' && state !== 'failed'
})

const POLL_MS = 700
const extractPattern = /\.(pbf|osm|osm\.bz2|osm\.gz)$/i

/**
 * Checks whether this page may add maps. Only a console on the same machine as the service may. Other consoles show the
 * command instead. The form also shows a job that was started before a reload.
 */
export async function checkUploads(): Promise<void> {
  const reply = await readUploads()
  maxUploadBytes.value = reply?.max_bytes ?? 0
  const running = reply?.uploads.find(({ state }) => state === 'downloading' || state === 'compiling')
  if (running === undefined || addMapJob.peek() !== undefined) return
  await followJob({ ...running, title: toRegionTitle(running.region), bytes: 0 })
}

export async function uploadMap(file: File): Promise<void> {
  const region = toRegionName(file.name)
  const job: AddMapJob = { title: file.name, region, bytes: file.size, state: 'uploading', progress: 0 }
  const maxBytes = maxUploadBytes.peek() ?? 0
  if (isJobRunning.peek()) return
  if (!extractPattern.test(file.name)) return showError(job, `${file.name} is not an extract. Choose an .osm.pbf file.`)
  if (file.size > maxBytes)
    return showError(job, `${file.name} is ${formatBytes(file.size)}; the maximum is ${formatBytes(maxBytes)}.`)
  addMapJob.value = job
  const error = await sendFile(file, region, (progress) => {
    addMapJob.value = { ...job, progress }
  })
  if (error !== undefined) return showError(job, error)
  await followJob({ ...job, state: 'compiling' })
}

/** Asks the service for the size of an extract, before anything is downloaded. */
export function fetchExtract(source: string): Promise<RemoteExtract> {
  return callApi<RemoteExtract>({ method: 'GET', path: '/maps/downloads', query: { source } })
}

/** Lets the service download an extract and compile it. */
export async function downloadMap(source: string, title: string, { region, bytes }: RemoteExtract): Promise<void> {
  if (isJobRunning.peek()) return
  const job: AddMapJob = { title, region, bytes, state: 'downloading', progress: 0 }
  addMapJob.value = job
  try {
    await callApi({ method: 'POST', path: '/maps/downloads', query: { source } })
  } catch (error) {
    return showError(job, error instanceof CallError ? error.message : String(error))
  }
  await followJob(job)
}

function showError(job: AddMapJob, error: string): void {
  addMapJob.value = { ...job, state: 'failed', error }
}

async function followJob(job: AddMapJob): Promise<void> {
  addMapJob.value = job
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const status = (await readUploads())?.uploads.find(({ region }) => region === job.region)
    if (status !== undefined) addMapJob.value = { ...job, ...status }
    if (status?.state === 'failed') return
    if (status?.state !== 'ready') continue
    const region = (await refreshLoadedMaps())?.regions.find(({ name }) => name === job.region)
    if (region !== undefined) return showRegion(region)
  }
}

/** Moves the map to a region and reports that it is ready. */
export function showRegion({ name, bounds: [west, south, east, north] }: LoadedRegion): void {
  fitPoints([
    [south, west],
    [north, east],
  ])
  notify(`${toRegionTitle(name)} is ready.`)
}

function readUploads(): Promise<UploadReply | undefined> {
  return callApi<UploadReply>({ method: 'GET', path: '/maps/uploads' }).catch(() => undefined)
}

/**
 * Uploads a file and resolves with the error message, if any. `fetch` is not used because it does not report the upload
 * progress.
 */
function sendFile(file: File, region: string, onProgress: (fraction: number) => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `/maps/uploads/${encodeURIComponent(region)}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded }) => onProgress(loaded / Math.max(1, file.size))
    request.onerror = () => resolve('The service is not responding. Try again when it is back.')
    request.onload = () => resolve(request.status === 202 ? undefined : readDetail(request))
    request.send(file)
  })
}

function readDetail({ status, responseText }: XMLHttpRequest): string {
  try {
    return (JSON.parse(responseText) as { readonly detail: string }).detail
  } catch {
    return `The service returned ${status}.`
  }
}

/** Returns the region name of a file as the command does: `Monaco-latest.osm.pbf` becomes `monaco`. */
export function toRegionName(fileName: string): string {
  const stem = fileName.replace(/(\.(osm|pbf|gz|bz2))+$/i, '').replace(/-(latest|\d{6})$/i, '')
  const name = stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 100)
  return name === '' ? 'map' : name
}

export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 10 ? `${megabytes.toFixed(1)} MB` : `${Math.round(megabytes).toLocaleString('en')} MB`
}
