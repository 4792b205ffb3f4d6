import type { AvRouteReply, DroneRouteReply, DroneRouteZonesAvoided, MaritimeRouteReply } from '@fairway/client'
import type { ComponentChildren } from 'preact'
import { clockTime, kilometers, minutes, nauticalMiles } from '../../../ui/measures.ts'

/** Facts of a flight besides its duration: energy, corridors, zones and required authorizations. */
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
          {energy.needed_pct} % of the energy; {energy.reserve_pct} % remain in reserve ({kilometers(energy.needed_km)}{' '}
          of {kilometers(energy.usable_km)} usable)
        </small>
      </div>
      <Rows>
        {corridors.map(({ id, name, distance_km }) => (
          <Row key={id} title="Corridor">
            {name}, {kilometers(distance_km)}
          </Row>
        ))}
        {zones_avoided.map((zone) => (
          <Row key={zone.id} title="Avoids">
            <Zone zone={zone} />
          </Row>
        ))}
        {authorisation_needed.map((zone) => (
          <Row key={zone.id} title="Needs authorization" isBad>
            <Zone zone={zone} />
          </Row>
        ))}
        <Row title="Straight line">{kilometers(reply.direct_km)}</Row>
      </Rows>
    </>
  )
}

function Zone({ zone }: { readonly zone: DroneRouteZonesAvoided }) {
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
      <Rows>
        {passages.map(({ id, name, reached_at, waiting_min, rule }) => (
          <Row key={id} title={name}>
            {clockTime(reached_at)}
            {waiting_min !== undefined && waiting_min > 0 && `, ${minutes(waiting_min)} waiting`}
            {rule !== undefined && <small class="block">{rule}</small>}
          </Row>
        ))}
        {reply.closed.map(({ id, name, why }) => (
          <Row key={id} title={name} isBad>
            {why}
          </Row>
        ))}
        <Row title="Straight line">{nauticalMiles(reply.great_circle_nm)}</Row>
      </Rows>
    </>
  )
}

export function AvFacts({ reply }: { readonly reply: AvRouteReply }) {
  const { odd, conditions } = reply
  return (
    <>
      <h2>Domain</h2>
      <Rows>
        <Row title="Domain">
          {odd.area} <small class="block">{`${odd.id}, version ${odd.version}${odd.sample ? ', a sample' : ''}`}</small>
        </Row>
        <Row title="Operator">{odd.operator}</Row>
        <Row title="Conditions">
          {conditions.weather.replaceAll('_', ' ')}, {conditions.light}, visibility{' '}
          {kilometers(conditions.visibility_m / 1_000)}
        </Row>
      </Rows>
      <p class="hint">Preview only. Nothing is sent to a vehicle.</p>
    </>
  )
}

function Rows({ children }: { readonly children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>
}

interface RowProps {
  readonly title: string
  readonly isBad?: boolean
  readonly children: ComponentChildren
}

function Row({ title, isBad = false, children }: RowProps) {
  return (
    <div class={isBad ? 'bad' : ''}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
