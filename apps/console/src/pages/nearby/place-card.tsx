import type { NearbyPlace } from '@fairway/client'
import { useEffect, useRef } from 'preact/hooks'
import { currentMap, prefersReducedMotion } from '../../map/current-map.ts'
import { toLink } from '../../state/page-location.ts'
import { findCategory } from './categories.tsx'
import { formatAddress, formatDistance, formatOpeningHours, toPhoneLink, toWebLink } from './place-text.ts'
import { search, selectedPlaceId } from './state.ts'

export function PlaceCard({ place, number }: { readonly place: NearbyPlace; readonly number: number }) {
  const rowRef = useRef<HTMLLIElement>(null)
  const isChosen = selectedPlaceId.value === place.id
  useEffect(() => {
    if (isChosen) rowRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const category = findCategory(place.category)
  const [addressLine, website] = [formatAddress(place), toWebLink(place.website)]
  return (
    <li ref={rowRef} class={isChosen ? 'card chosen' : 'card'}>
      <span class="place-number" style={{ background: category?.color ?? '' }} aria-hidden="true">
        {number}
      </span>
      <div>
        <button type="button" class="quiet place-name" aria-pressed={isChosen} onClick={() => showOnMap(place)}>
          {place.name}
        </button>
        <p class="place-facts">
          {formatDistance(place)} <OpeningStatus place={place} />
        </p>
        {addressLine !== '' && <p>{addressLine}</p>}
        {place.opening_hours !== undefined && (
          <ul class="hours" aria-label="Opening hours">
            {formatOpeningHours(place.opening_hours).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        )}
        <p class="place-links">
          <a href={toRouteLink(place)}>Route there</a>
          {place.phone !== undefined && <a href={toPhoneLink(place.phone)}>{place.phone}</a>}
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

function OpeningStatus({ place: { open } }: { readonly place: NearbyPlace }) {
  if (open === undefined) return null
  return <span class={open ? 'open-sign is-open' : 'open-sign is-closed'}>{open ? 'Open' : 'Closed'}</span>
}

function showOnMap({ id, at }: NearbyPlace): void {
  selectedPlaceId.value = id
  currentMap.peek()?.easeTo({ center: [at[1], at[0]], duration: prefersReducedMotion() ? 0 : 400 })
}

/** Returns a link to the route page. The route starts at the search position only if the user chose that position. */
function toRouteLink({ at }: NearbyPlace): string {
  const { at: from, isPinned } = search.value
  return toLink('plan', {
    mode: 'road',
    ...(isPinned && from !== undefined ? { from: from.join(',') } : {}),
    to: at.join(','),
  })
}
