import { InvalidArgumentError } from 'commander'

const unitMs: Readonly<Record<string, number>> = { min: 60_000, h: 3_600_000, d: 86_400_000 }
const MAX_MS = 365 * 86_400_000

/** `90min`, `2h`, `3d` in milliseconds. */
export function parseTimeSpan(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,9}) ?(min|h|d)$/.exec(text.trim()) ?? []
  const ms = Number(amount) * (unitMs[unit] ?? 0)
  if (ms > 0 && ms <= MAX_MS) return ms
  throw new InvalidArgumentError('It must be a whole number with min, h or d, such as 90min, 2h or 3d, up to 365d.')
}
