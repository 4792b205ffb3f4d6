import { signal } from '@preact/signals'
import { callApi } from '../../../state/calls.ts'
import { refreshLoadedMaps } from '../../../state/loaded-maps.ts'

interface UploadReply {
  readonly max_bytes: number
  readonly uploads: readonly UploadStatus[]
}

interface UploadStatus {
  readonly region: string
  readonly state: 'uploading' | 'compiling' | 'ready' | 'failed'
  readonly stage?: string
  readonly progress: number
  readonly error?: string
}

export interface MapUpload {
  readonly file: string
  readonly region: string
  readonly bytes: number
  readonly state: UploadStatus['state']
  readonly stage?: string
  readonly progress: number
  readonly error?: string
}

/**
 * Maximum size of an uploaded file, in bytes. 0 means that this page may not add maps. Undefined until the service
 * replies.
 */
export const maxUploadBytes = signal<number | undefined>(undefined)
export const mapUpload = signal<MapUpload | undefined>(undefined)

const POLL_MS = 700
const extractPattern = /\.(pbf|osm|osm\.bz2|osm\.gz)$/i

/**
 * Checks whether uploads are allowed. Only a console on the same machine as the service may upload. Other consoles show
 * the command instead.
 */
export async function checkUploads(): Promise<void> {
  const reply = await readUploads()
  maxUploadBytes.value = reply?.max_bytes ?? 0
}

export async function uploadMap(file: File): Promise<void> {
  const region = toRegionName(file.name)
  const upload: MapUpload = { file: file.name, region, bytes: file.size, state: 'uploading', progress: 0 }
  const maxBytes = maxUploadBytes.peek() ?? 0
  if (!extractPattern.test(file.name))
    return showError(upload, `${file.name} is not an extract. Choose an .osm.pbf file.`)
  if (file.size > maxBytes)
    return showError(upload, `${file.name} is ${formatBytes(file.size)}; the maximum is ${formatBytes(maxBytes)}.`)
  if (mapUpload.peek()?.state === 'uploading' || mapUpload.peek()?.state === 'compiling') return
  mapUpload.value = upload
  const error = await sendFile(file, region, (progress) => {
    mapUpload.value = { ...upload, progress }
  })
  if (error !== undefined) return showError(upload, error)
  mapUpload.value = { ...upload, state: 'compiling' }
  await followCompiler(upload)
}

function showError(upload: MapUpload, error: string): void {
  mapUpload.value = { ...upload, state: 'failed', error }
}

async function followCompiler(upload: MapUpload): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const status = (await readUploads())?.uploads.find(({ region }) => region === upload.region)
    if (status !== undefined) mapUpload.value = { ...upload, ...status }
    if (status?.state === 'failed') return
    if (status?.state !== 'ready') continue
    const maps = await refreshLoadedMaps()
    if (maps?.regions.some(({ name }) => name === upload.region)) return
  }
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
