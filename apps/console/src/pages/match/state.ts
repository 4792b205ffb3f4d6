import type { MatchReply, MatchRequest } from '@fairway/client'
import { signal } from '@preact/signals'
import { createApiRequest } from '../../state/api-request.ts'
import { notify } from '../../state/notices.ts'
import type { Profile } from '../isochrone/settings.ts'
import { readTraceFile, type Trace } from './read-trace.ts'

export interface MatchSettings {
  readonly profile: Profile
  readonly gaps: 'split' | 'bridge'
}

/** Maximum file size in bytes. Files of this size contain far more points than the service accepts. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

export const trace = signal<Trace | undefined>(undefined)
export const settings = signal<MatchSettings>({ profile: 'car', gaps: 'split' })
export const matchRequest = createApiRequest<MatchReply>()
export const shouldFitView = signal(false)

export async function openFile(file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) {
    notify(`${file.name} is ${Math.round(file.size / 1024 / 1024)} MB; the maximum is 64 MB.`, 'error')
    return
  }
  const read = readTraceFile(file.name, await file.text())
  if (typeof read === 'string') notify(read, 'error')
  else showTrace(read)
}

export function showTrace(next: Trace): void {
  matchRequest.clear()
  trace.value = next
  shouldFitView.value = true
  sendTrace()
}

export function clearTrace(): void {
  matchRequest.clear()
  trace.value = undefined
}

export function changeSettings(change: Partial<MatchSettings>): void {
  settings.value = { ...settings.value, ...change }
  sendTrace()
}

function sendTrace(): void {
  if (trace.value === undefined) return
  const { points, times } = trace.value
  const { profile, gaps } = settings.value
  const body: MatchRequest = {
    points,
    ...(times === undefined ? {} : { times }),
    ...(profile === 'car' ? {} : { profile }),
    ...(gaps === 'split' ? {} : { gaps }),
  }
  void matchRequest.send({ method: 'POST', path: '/v1/match', body })
}
