import type { NearbyPlace } from '@fairway/client'
import { useEffect, useRef } from 'preact/hooks'
import { prefersStillness, theMap } from '../../map/the-map.ts'
import { linkTo } from '../../state/place-in-url.ts'
import { categoryOf } from './categories.tsx'
import { addressText, farText, hoursText, phoneLink, webLink } from './place-words.ts'
import { chosen, search } from './state.ts'

export function PlaceCard({ place, number }: { readonly place: NearbyPlace; readonly number: number }) {
  const row = useRef<HTMLLIElement>(null)
  const isChosen = chosen.value === place.id
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const category = categoryOf(place.category)
  const [address, website] = [addressText(place), webLink(place.website)]
  return (
    <li ref={row} class={isChosen ? 'card chosen' : 'card'}>
      <span class="place-number" style={{ background: category?.color ?? '' }} aria-hidden="true">
        {number}
      </span>
      <div>
        <button type="button" class="quiet place-name" aria-pressed={isChosen} onClick={() => look(place)}>
          {place.name}
        </button>
        <p class="place-facts">
          {farText(place)} <OpenSign place={place} />
        </p>
        {address !== '' && <p>{address}</p>}
        {place.opening_hours !== undefined && (
          <ul class="hours" aria-label="Opening hours">
            {hoursText(place.opening_hours).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        )}
        <p class="place-links">
          <a href={routeLink(place)}>Route there</a>
          {place.phone !== undefined && <a href={phoneLink(place.phone)}>{place.phone}</a>}
          {website !== undefined && (
            <a href={website.href} rel="noopener noreferrer" target="_blank">
              {website.host}
            </a>
          )}
        </p>
      </div>
    </li>
  )
}

function OpenSign({ place: { open } }: { readonly place: NearbyPlace }) {
  if (open === undefined) return null
  return <span class={open ? 'open-sign is-open' : 'open-sign is-closed'}>{open ? 'Open' : 'Closed'}</span>
}

function look({ id, at }: NearbyPlace): void {
  chosen.value = id
  theMap.peek()?.easeTo({ center: [at[1], at[0]], duration: prefersStillness() ? 0 : 400 })
}

/** Starts at the search position if the user chose one, not at the map center. */
function routeLink({ at }: NearbyPlace): string {
  const { at: from, isPinned } = search.value
  return linkTo('plan', {
    mode: 'road',
    ...(isPinned && from !== undefined ? { from: from.join(',') } : {}),
    to: at.join(','),
  })
}
