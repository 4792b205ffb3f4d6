import type { AvRouteReply, DroneRouteReply, DroneRouteZonesAvoided, MaritimeRouteReply } from '@fairway/client'
import type { ComponentChildren } from 'preact'
import { formatDateAndTime, formatKilometers, formatMinutes, formatNauticalMiles } from '../../../ui/format.ts'

/** Shows facts about a flight: energy, corridors, zones and required authorizations. */
export function DroneFacts({ reply }: { readonly reply: DroneRouteReply }) {
  const { energy, corridors, zones_avoided, authorisation_needed } = reply
  return (
    <>
      <h2>Flight</h2>
      <div class="energy">
        <meter
          min={0}
          max={100}
          low={0}
          high={Math.max(1, 100 - energy.reserve_pct)}
          value={energy.needed_pct}
          aria-label="Energy needed"
        />
        <small>
          Needs {energy.needed_pct} % of the battery; {energy.reserve_pct} % stays in reserve. Including climb and wind,
          the flight uses {formatKilometers(energy.needed_km)} of the usable range of{' '}
          {formatKilometers(energy.usable_km)}.
        </small>
      </div>
      <FactRows>
        {corridors.map(({ id, name, distance_km }) => (
          <FactRow key={id} title="Corridor">
            {name}, {formatKilometers(distance_km)}
          </FactRow>
        ))}
        {zones_avoided.map((zone) => (
          <FactRow key={zone.id} title="Avoids">
            <ZoneItem zone={zone} />
          </FactRow>
        ))}
        {authorisation_needed.map((zone) => (
          <FactRow key={zone.id} title="Needs authorization" isBad>
            <ZoneItem zone={zone} />
          </FactRow>
        ))}
        <FactRow title="Straight line">{formatKilometers(reply.direct_km)}</FactRow>
      </FactRows>
    </>
  )
}

function ZoneItem({ zone }: { readonly zone: DroneRouteZonesAvoided }) {
  return (
    <>
      {zone.name} <small>({zone.times})</small>
      {zone.message !== undefined && <small class="block">{zone.message}</small>}
      {zone.authorities.length > 0 && (
        <small class="block">Contact: {zone.authorities.map(({ name, phone }) => phone ?? name).join(', ')}</small>
      )}
    </>
  )
}

export function SeaFacts({ reply, passages }: { reply: MaritimeRouteReply; passages: MaritimeRouteReply['passages'] }) {
  return (
    <>
      <h2>Voyage</h2>
      <FactRows>
        {passages.map(({ id, name, reached_at, waiting_min, rule }) => (
          <FactRow key={id} title={name}>
            {formatDateAndTime(reached_at)}
            {waiting_min !== undefined && waiting_min > 0 && `, ${formatMinutes(waiting_min)} waiting`}
            {rule !== undefined && <small class="block">{rule}</small>}
          </FactRow>
        ))}
        {reply.closed.map(({ id, name, why }) => (
          <FactRow key={id} title={name} isBad>
            {why}
          </FactRow>
        ))}
        <FactRow title="Straight line">{formatNauticalMiles(reply.great_circle_nm)}</FactRow>
      </FactRows>
    </>
  )
}

export function AvFacts({ reply }: { readonly reply: AvRouteReply }) {
  const { odd, conditions } = reply
  return (
    <>
      <h2>Domain</h2>
      <FactRows>
        <FactRow title="Domain">
          {odd.area} <small class="block">{`${odd.id}, version ${odd.version}${odd.sample ? ' (sample)' : ''}`}</small>
        </FactRow>
        <FactRow title="Operator">{odd.operator}</FactRow>
        <FactRow title="Conditions">
          {conditions.weather.replaceAll('_', ' ')}, {conditions.light}, visibility{' '}
          {formatKilometers(conditions.visibility_m / 1_000)}
        </FactRow>
      </FactRows>
      <p class="hint">Preview only. Nothing is sent to a vehicle.</p>
    </>
  )
}

export function FactRows({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>
}

interface RowProps {
  readonly title: string
  readonly isBad?: boolean
  readonly children: ComponentChildren
}

export function FactRow({ title, isBad = false, children }: RowProps) {
  return (
    <div class={isBad ? 'bad' : ''}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
