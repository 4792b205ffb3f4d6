import type { ListEvent, ListEventsReply, RegisterAssetReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { forgetOnKeyChange } from '../../fleet/forget-on-key-change.ts'
import { assetsState, loadAssets } from '../../fleet/list-assets.ts'
import { currentMap } from '../../map/current-map.ts'
import { MapMarker } from '../../map/map-marker.ts'
import { createApiRequest } from '../../state/api-request.ts'
import { type ApiCall, callApi } from '../../state/calls.ts'
import { toLink } from '../../state/page-location.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { formatClockTime } from '../../ui/format.ts'
import { describeEvent, eventLabels, eventTypes } from './event-text.ts'

/** Number of events on the first page, small enough that the settings and webhooks below the list stay visible. */
const FIRST_PAGE_SIZE = 10
const PAGE_SIZE = 50
const REFRESH_MS = 5_000
const WEEK_MS = 7 * 86_400_000

const filter = signal({ type: '', asset: '' })
const shownEvent = signal<ListEvent | undefined>(undefined)
/** Events on the pages after the first. These events no longer change. */
const olderEvents = signal<ListEventsReply | undefined>(undefined)
const eventsRequest = createApiRequest<ListEventsReply>()

forgetOnKeyChange(() => {
  filter.value = { type: '', asset: '' }
  shownEvent.value = undefined
  olderEvents.value = undefined
  eventsRequest.clear()
})

function toCall(cursor?: string): ApiCall {
  const { type, asset } = filter.value
  return {
    method: 'GET',
    path: '/v1/events',
    query: {
      order: 'newest',
      limit: cursor === undefined ? FIRST_PAGE_SIZE : PAGE_SIZE,
      from: new Date(Math.floor(Date.now() / 60_000) * 60_000 - WEEK_MS).toISOString(),
      type: type === '' ? undefined : type,
      asset: asset === '' ? undefined : asset,
      after: cursor,
    },
  }
}

/** Lists the events of the last week, newest first. New events appear automatically. */
export function EventList() {
  const action = useAction()
  const { type, asset } = filter.value
  useEffect(loadAssets, [])
  useEffect(() => {
    olderEvents.value = undefined
    const load = () => void eventsRequest.send(toCall())
    load()
    // New events would shift the list while the user reads older events, so the list then stops refreshing.
    const timer = setInterval(() => document.visibilityState === 'visible' && !olderEvents.peek() && load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [type, asset])
  const requestState = eventsRequest.state.value
  const events = [...(requestState.answer?.events ?? []), ...(olderEvents.value?.events ?? [])]
  const next = olderEvents.value === undefined ? requestState.answer?.next : olderEvents.value.next
  const loadMore = (cursor: string) =>
    void action.run(async () => {
      const page = await callApi<ListEventsReply>(toCall(cursor))
      olderEvents.value = { ...page, events: [...(olderEvents.peek()?.events ?? []), ...page.events] }
    })
  return (
    <section aria-label="Event list">
      <Filters assets={assetsState.value.answer ?? []} />
      <RequestFailure requestState={requestState} />
      {requestState.answer !== undefined && events.length === 0 && (
        <NoEvents isFiltered={type !== '' || asset !== ''} />
      )}
      <ol class="plain-list events" aria-label="Events">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      {next !== undefined && (
        <button type="button" class="second" disabled={action.isRunning.value} onClick={() => loadMore(next)}>
          Show older events
        </button>
      )}
      <ActionFailure action={action} />
      <CopyCall call={requestState.call} />
      <EventOnMap />
    </section>
  )
}

function NoEvents({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <p class="hint">No matching events in the last 7 days.</p>
  return (
    <p class="hint">
      No events in the last 7 days. Draw a <a href={toLink('geofences')}>geofence</a>, or select the events to report
      below.
    </p>
  )
}

function Filters({ assets }: { readonly assets: readonly RegisterAssetReply[] }) {
  return (
    <div class="filters">
      <div>
        <label for="event-type">Event</label>
        <select
          id="event-type"
          value={filter.value.type}
          onChange={({ currentTarget }) => {
            filter.value = { ...filter.value, type: currentTarget.value }
          }}
        >
          <option value="">All</option>
          {eventTypes.map((type) => (
            <option key={type} value={type}>
              {eventLabels[type]}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label for="event-asset">Asset</label>
        <select
          id="event-asset"
          value={filter.value.asset}
          onChange={({ currentTarget }) => {
            filter.value = { ...filter.value, asset: currentTarget.value }
          }}
        >
          <option value="">All</option>
          {assets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

function EventRow({ event }: { readonly event: ListEvent }) {
  const { at } = event
  const text = (
    <>
      <span>
        {event.asset_name} <span class="event-text">{describeEvent(event)}</span>
      </span>
      <small>{formatClockTime(event.time)}</small>
    </>
  )
  if (at === undefined)
    return (
      <li class="item-row">
        <span class="item-main">{text}</span>
      </li>
    )
  return (
    <li class={shownEvent.value?.id === event.id ? 'item-row chosen' : 'item-row'}>
      <button
        type="button"
        class="item-main"
        title="Show on the map"
        onClick={() => {
          shownEvent.value = event
          currentMap.peek()?.easeTo({ center: [at[1], at[0]], zoom: Math.max(13, currentMap.peek()?.getZoom() ?? 0) })
        }}
      >
        {text}
      </button>
    </li>
  )
}

function EventOnMap() {
  const event = shownEvent.value
  if (event?.at === undefined) return null
  return <MapMarker at={event.at} label={`${event.asset_name} ${describeEvent(event)}`} badge="!" color="#b3261e" />
}
