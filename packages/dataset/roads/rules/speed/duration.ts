/** Longer durations than a week are mapping errors. */
const LONGEST_SECONDS = 7 * 86_400

const clock = /^(\d{1,3}):(\d{1,2})(?::(\d{1,2}))?$/
const minutes = /^(\d{1,4})$/
const iso = /^P(?:(\d{1,3})W)?(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/i

/** `01:30` (hours and minutes), `01:30:00`, `90` (minutes), `PT1H30M`. Undefined for anything else and for zero. */
export function parseDurationSeconds(text: string): number | undefined {
  const seconds = readSeconds(text.slice(0, 30).trim())
  return seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : undefined
}

function readSeconds(text: string): number {
  const [, hours, minute, second] = clock.exec(text) ?? []
  if (hours !== undefined) return count(hours, 3600) + count(minute, 60) + count(second, 1)
  const whole = minutes.exec(text)
  if (whole !== null) return count(whole[1], 60)
  const [, week, day, hour, min, sec] = iso.exec(text) ?? []
  return count(week, 604_800) + count(day, 86_400) + count(hour, 3600) + count(min, 60) + count(sec, 1)
}

function count(digits: string | undefined, seconds: number): number {
  return Number(digits ?? 0) * seconds
}
