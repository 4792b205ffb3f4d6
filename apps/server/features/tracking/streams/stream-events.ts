import type { Asset } from '../assets/asset.ts'
import type { Changes } from './stream-store.ts'

/** Something to tell: an asset as it is now, or that it is gone. */
export interface Change {
  readonly id: string
  readonly asset?: Asset
  /** Its number; undefined when only the clock has turned. */
  readonly changed?: number
}

/** How long a reader waits before it comes again, as browsers do by themselves. */
const RETRY_MS = 2000
export const RETRY_EVENT = `retry: ${RETRY_MS}\n\n`

/** For readers whose Last-Event-ID says nothing: they must forget what they know. */
export function resetEvent(lastEventId: string): string {
  const detail = `Last-Event-ID is ${JSON.stringify(lastEventId.slice(0, 40))}, which no event of this account has had; everything is told from the beginning, forget what was told before`
  return `event: reset\ndata: ${JSON.stringify({ detail })}\n\n`
}

/** The last event of a stream whose reader may not read any more: coming again is answered with the same words. */
export function endEvent(detail: string): string {
  return `event: end\ndata: ${JSON.stringify({ detail })}\n\n`
}

/** One event. Only the last one of a change bears its number: who breaks off before it is told the whole change again. */
export function eventOf({ id, asset, changed }: Change, data: string | undefined, next: Change | undefined): string {
  const number = changed === undefined || next?.changed === changed ? '' : `id: ${changed}\n`
  return asset
    ? `${number}event: live\ndata: ${data}\n\n`
    : `${number}event: removed\ndata: ${JSON.stringify({ removed: id })}\n\n`
}

export interface Wanted {
  readonly assetId: string | undefined
  /** Whoever begins has never heard of those that are gone. */
  readonly isFresh: boolean
}

/** What has changed, the longest ago first, and the change up to which nothing is missing. */
export function inOrder(
  { assets, removed, last, isCut }: Changes,
  { assetId, isFresh }: Wanted,
): { changes: Change[]; upTo: number } {
  const gone = assetId === undefined ? (isFresh ? [] : removed) : removed.filter(({ id }) => id === assetId)
  const changes: Change[] = [
    ...assets.map((asset) => ({ id: asset.id, asset, changed: asset.changed })),
    ...gone.map(({ id, changed }) => ({ id, changed })),
  ].sort((a, b) => a.changed - b.changed)
  if (!isCut) return { changes, upTo: last }
  // There may be more assets of the last change than were found; they come with the next look.
  const cut = assets.at(-1)?.changed ?? last
  const whole = changes.filter(({ changed }) => (changed ?? 0) < cut)
  return { changes: whole, upTo: whole.at(-1)?.changed ?? last }
}
