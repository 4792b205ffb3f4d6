import type { ListDelivery } from '@fairway/client'
import { formatClockTime } from '../../../ui/format.ts'

export const stateLabels: Readonly<Record<ListDelivery['state'], string>> = {
  pending: 'Waiting',
  sent: 'Delivered',
  dead: 'Failed',
}

export function describeDelivery({ state, attempts, status, error, next_attempt_at }: ListDelivery): string {
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const reason = error === undefined ? '' : `: ${error}`
  if (state === 'sent') return `Status ${status ?? 'unknown'}${attempts > 1 ? ` on attempt ${attempts}` : ''}`
  if (state === 'dead') return `After ${tries}${reason}`
  if (attempts === 0) return 'Waiting to be sent'
  const next = next_attempt_at === undefined ? '' : `, next at ${formatClockTime(next_attempt_at)}`
  return `${tries} failed${next}${reason}`
}

/** Returns whether a message can be sent again. A pending message will be sent anyway. */
export function isReplayable({ state }: ListDelivery): boolean {
  return state !== 'pending'
}
