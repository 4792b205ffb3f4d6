import { formatKilometers, formatMinutes } from '../../../ui/format.ts'
import type { Difference } from './day-state.ts'

export function describeDifference({ kilometers, minutes, problems }: Difference): string {
  return [
    formatSigned(kilometers, 0.05, formatKilometers),
    `${formatSigned(minutes, 0.5, formatMinutes)} driving`,
    ...problems,
  ].join(', ')
}

/** Formats a difference with its sign. Differences smaller than `minValue` are shown as ±0. */
function formatSigned(value: number, minValue: number, format: (value: number) => string): string {
  if (Math.abs(value) < minValue) return `±${format(0)}`
  return `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`
}
