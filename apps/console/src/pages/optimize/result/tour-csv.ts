import type { OptimizeRoute } from '@fairway/client'
import { writeCsv } from '../../../entry/csv.ts'
import type { Solution } from '../state.ts'

const headerRow = ['tour', 'position', 'stop', 'name', 'lat', 'lon', 'arrives', 'begins', 'leaves', 'demand']

/** Formats a tour as a table for the driver. The start and the end of the tour have no times. */
export function toTourCsv(
  { reply, stops }: Pick<Solution, 'reply' | 'stops'>,
  { vehicle, order, visits }: OptimizeRoute,
): string {
  const formatMinuteAsIso = (minute: number | undefined) =>
    minute === undefined ? '' : toIsoSecond(Date.parse(reply.depart_at) + minute * 60_000)
  const rows = order.map((index, position) => {
    const visit = visits.find(({ stop }) => stop === index)
    const stop = stops[index]
    return [
      vehicle + 1,
      position + 1,
      index + 1,
      stop?.label ?? '',
      stop?.at[0] ?? null,
      stop?.at[1] ?? null,
      formatMinuteAsIso(visit?.arrives_min),
      formatMinuteAsIso(visit?.begins_min),
      formatMinuteAsIso(visit?.leaves_min),
      stop?.demand ?? null,
    ]
  })
  return writeCsv([headerRow, ...rows])
}

/**
 * Formats a time rounded to seconds. The service returns thousandths of a minute, so a visit at eight could otherwise
 * start a few milliseconds early.
 */
function toIsoSecond(ms: number): string {
  return new Date(Math.round(ms / 1_000) * 1_000).toISOString().replace('.000Z', 'Z')
}
