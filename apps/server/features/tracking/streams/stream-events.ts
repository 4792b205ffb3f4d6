import type { Asset } from '../assets/asset.ts'
import { type EventFields, toEventReply } from '../events/event.ts'
import type { AssetChanges } from './stream-store.ts'

/** Change to send: the current state of an asset, or its removal. */
export interface StreamChange {
  readonly id: string
  readonly asset?: Asset
  /** Change number. Undefined for changes caused only by time. */
  readonly changed?: number
}

/** Reconnect delay for clients in milliseconds, which browsers apply automatically. */
const RETRY_MS = 2000
export const RETRY_EVENT = `retry: ${RETRY_MS}\n\n`

/** Formats the event for clients with an unknown Last-Event-ID, which must discard their state. */
export function formatResetEvent(lastEventId: string): string {
  const detail = `Last-Event-ID is ${JSON.stringify(lastEventId.slice(0, 40))}, which is not the id of any event of this account; the stream starts from the beginning, so discard earlier events`
  return `event: reset\ndata: ${JSON.stringify({ detail })}\n\n`
}

/** Formats the last event of a stream whose client has lost access. A reconnect returns the same message. */
export function formatEndEvent(detail: string): string {
  return `event: end\ndata: ${JSON.stringify({ detail })}\n\n`
}

/** Formats an event of an asset. The change that follows has the id. */
export function formatAssetEvent(eventFields: EventFields): string {
  return `event: event\ndata: ${JSON.stringify(toEventReply(eventFields))}\n\n`
}

/**
 * Formats one change. Only the last event of a change has its number, so that a client that disconnects earlier gets
 * the whole change again.
 */
export function formatEvent(
  { id, asset, changed }: StreamChange,
  data: string | undefined,
  next: StreamChange | undefined,
): string {
  const idLine = changed === undefined || next?.changed === changed ? '' : `id: ${changed}\n`
  return asset
    ? `${idLine}event: live\ndata: ${data}\n\n`
    : `${idLine}event: removed\ndata: ${JSON.stringify({ removed: id })}\n\n`
}

export interface ChangeFilter {
  readonly assetId: string | undefined
  /** Whether the client is new. A new client does not need removals. */
  readonly isNewClient: boolean
}

/** Sorts changes, oldest first, and returns the change number up to which the changes are complete. */
export function sortChanges(
  { assets, removed, last, isTruncated }: AssetChanges,
  { assetId, isNewClient }: ChangeFilter,
): { changes: StreamChange[]; completeUpTo: number } {
  const removals = assetId === undefined ? (isNewClient ? [] : removed) : removed.filter(({ id }) => id === assetId)
  const changes: StreamChange[] = [
    ...assets.map((asset) => ({ id: asset.id, asset, changed: asset.changed })),
    ...removals.map(({ id, changed }) => ({ id, changed })),
  ].sort((a, b) => a.changed - b.changed)
  if (!isTruncated) return { changes, completeUpTo: last }
  // The last change may affect more assets than were read. The next query returns the remaining assets.
  const incompleteChange = assets.at(-1)?.changed ?? last
  const completeChanges = changes.filter(({ changed }) => (changed ?? 0) < incompleteChange)
  return { changes: completeChanges, completeUpTo: completeChanges.at(-1)?.changed ?? last }
}
