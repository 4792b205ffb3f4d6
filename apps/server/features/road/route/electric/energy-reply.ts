import { readStationDetails } from '@fairway/road'
import type { Region } from '../../../../maps/regions/region.ts'
import type { ChargedTrip } from './charged-trip.ts'
import type { ElectricQuery } from './request.ts'
import type { EnergyFields } from './schemas.ts'
import type { UsableStation } from './select-stations.ts'

/** Number of decimals of kilowatt-hours and percentages. */
const KWH_DIGITS = 3
const PCT_DIGITS = 2

/** Returns the energy of a trip for the reply. */
export function toEnergyReply(
  { charging }: Region,
  electricQuery: ElectricQuery,
  { trip, chargeKwh, stops }: ChargedTrip,
  stations: readonly UsableStation[],
): EnergyFields {
  const { batteryKwh } = electricQuery
  const toPct = (kwh: number): number => round((100 * kwh) / batteryKwh, PCT_DIGITS)
  const legs = chargeKwh.map((charges) => ({ start: charges[0] ?? 0, end: charges.at(-1) ?? 0 }))
  const pauseCs = trip.pausesCs.reduce((sum, value) => sum + value, 0)
  return {
    battery_kwh: batteryKwh,
    start_pct: toPct(electricQuery.startKwh),
    end_pct: toPct(legs.at(-1)?.end ?? 0),
    min_pct: toPct(Math.min(...chargeKwh.map(findLowest))),
    used_kwh: sumUsedKwh(chargeKwh),
    charged_kwh: round(
      stops.reduce((sum, { arriveKwh, departKwh }) => sum + departKwh - arriveKwh, 0),
      KWH_DIGITS,
    ),
    driving_min: toMinutes((trip.durationCs - pauseCs) / 100),
    charging_min: toMinutes(pauseCs / 100),
    stops: stops.map((stop) => ({
      leg: stop.leg,
      station: toStationReply(charging, stations[stop.station]),
      arrive_at: new Date(stop.arriveMs).toISOString(),
      depart_at: new Date(stop.departMs).toISOString(),
      arrive_pct: toPct(stop.arriveKwh),
      depart_pct: toPct(stop.departKwh),
      charged_kwh: round(stop.departKwh - stop.arriveKwh, KWH_DIGITS),
      charging_min: toMinutes(stop.chargeSeconds),
    })),
    legs: legs.map(({ start, end }) => ({
      start_pct: toPct(start),
      end_pct: toPct(end),
      used_kwh: round(start - end, KWH_DIGITS),
    })),
  }
}

function toStationReply(charging: Region['charging'], station: UsableStation | undefined) {
  if (!station) throw new Error('a charging stop has no station')
  const { osm, ...details } = readStationDetails(charging, station.index)
  return {
    id: osm,
    ...details,
    at: [station.latitude, station.longitude],
    connector: station.connector,
    power_kw: station.socketKw,
  }
}

/** Returns the energy used on all legs, rounded for the reply. */
export function sumUsedKwh(chargeKwh: readonly (readonly number[])[]): number {
  return round(
    chargeKwh.reduce((sum, charges) => sum + (charges[0] ?? 0) - (charges.at(-1) ?? 0), 0),
    KWH_DIGITS,
  )
}

/** Returns the lowest charge of a leg. On a hilly leg, the charge may be lower on the way than at the end. */
export function findLowest(charges: readonly number[]): number {
  return charges.reduce((lowest, kwh) => Math.min(lowest, kwh), Number.POSITIVE_INFINITY)
}

function toMinutes(seconds: number): number {
  return round(seconds / 60, 3)
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
