/** Maximum duration in seconds. Durations longer than a week are mapping errors. */
const MAX_SECONDS = 7 * 86_400

const clockPattern = /^(\d{1,3}):(\d{1,2})(?::(\d{1,2}))?$/
const minutesPattern = /^(\d{1,4})$/
const isoPattern = /^P(?:(\d{1,3})W)?(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/i

/**
 * Parses `01:30` (hours and minutes), `01:30:00`, `90` (minutes) and `PT1H30M`. Returns undefined for other values and
 * for zero.
 */
export function parseDurationSeconds(tagValue: string): number | undefined {
  const seconds = parseSeconds(tagValue.slice(0, 30).trim())
  return seconds > 0 && seconds <= MAX_SECONDS ? seconds : undefined
}

function parseSeconds(tagValue: string): number {
  const [, hours, minute, second] = clockPattern.exec(tagValue) ?? []
  if (hours !== undefined) return toSeconds(hours, 3600) + toSeconds(minute, 60) + toSeconds(second, 1)
  const minutesMatch = minutesPattern.exec(tagValue)
  if (minutesMatch !== null) return toSeconds(minutesMatch[1], 60)
  const [, week, day, hour, min, sec] = isoPattern.exec(tagValue) ?? []
  return (
    toSeconds(week, 604_800) + toSeconds(day, 86_400) + toSeconds(hour, 3600) + toSeconds(min, 60) + toSeconds(sec, 1)
  )
}

function toSeconds(digits: string | undefined, seconds: number): number {
  return Number(digits ?? 0) * seconds
}
