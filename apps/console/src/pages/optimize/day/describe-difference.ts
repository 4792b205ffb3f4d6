import { formatKilometers, formatMinutes } from '../../../ui/format.ts'
import type { Difference } from './day-state.ts'

export function describeDifference({ kilometers, minutes, problems }: Difference): string {
  return [
    formatSigned(kilometers, 0.05, formatKilometers),
    `${formatSigned(minutes, 0.5, formatMinutes)} driving`,
    ...problems,
  ].join(', ')
}

/** Differences too small to show count as none. */
function formatSigned(value: number, least: number, format: (value: number) => string): string {
  if (Math.abs(value) < least) return `±${format(0)}`
  return `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`
}
