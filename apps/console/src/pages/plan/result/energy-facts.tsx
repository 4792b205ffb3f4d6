import type { RouteEnergy, RouteReply } from '@fairway/client'
import { formatClockTime, formatKilometers, formatMinutes } from '../../../ui/format.ts'
import { Plot } from '../../../ui/plot.tsx'
import { FactRow, FactRows } from './facts.tsx'

/** Shows the battery level of an electric car along the route, and its charging stops. */
export function EnergyFacts({ reply }: { readonly reply: RouteReply }) {
  const { energy } = reply
  if (energy === undefined) return null
  const { start_pct, end_pct, used_kwh, charging_min, stops } = energy
  return (
    <section aria-label="Charge">
      <h2>Charge</h2>
      <FactRows>
        <FactRow title="Battery">
          {Math.round(start_pct)} % → {Math.round(end_pct)} %, uses {used_kwh.toFixed(1)} kWh
        </FactRow>
        {stops.length > 0 && <FactRow title="Charging">{formatMinutes(charging_min)} in total</FactRow>}
        {stops.map(({ station, arrive_at, arrive_pct, depart_pct, charging_min: minutes }, index) => (
          <FactRow key={station.id} title={`Stop ${index + 1}`}>
            {station.name ?? station.operator ?? 'Charging station'}, {formatMinutes(minutes)}
            <small class="block">
              {formatClockTime(arrive_at)}, {Math.round(arrive_pct)} → {Math.round(depart_pct)} % at {station.power_kw}{' '}
              kW
            </small>
          </FactRow>
        ))}
      </FactRows>
      <Plot
        title="Charge along the route"
        points={listCharges(energy, reply.legs)}
        formatX={formatKilometers}
        formatY={(percent) => `${Math.round(percent)} %`}
      />
    </section>
  )
}

/**
 * Lists the distance in kilometers and the battery level in percent at both ends of every leg. Charging appears as a
 * vertical line.
 */
export function listCharges(
  { legs }: Pick<RouteEnergy, 'legs'>,
  roads: readonly { readonly distance_km: number }[],
): readonly (readonly [number, number])[] {
  let km = 0
  return legs.flatMap(({ start_pct, end_pct }, index): readonly (readonly [number, number])[] => {
    const startKm = km
    km += roads[index]?.distance_km ?? 0
    return [
      [startKm, start_pct],
      [km, end_pct],
    ]
  })
}
