import { MAX_MINUTES } from './limits.ts'

const maxMinutes = MAX_MINUTES.toLocaleString('en-US')

/** Requirements for a time and a time window, as used in error messages. */
export const TIME_REQUIREMENT = `be a number of minutes after depart_at (0 to ${maxMinutes}), a time of day such as 08:30, a timestamp such as 2026-06-16T08:30:00Z, or seconds or milliseconds since 1970`
export const WINDOW_REQUIREMENT = `be [from, to] or { "start", "end" }, where each time is a number of minutes after depart_at (0 to ${maxMinutes}), a time of day such as 08:30, a timestamp such as 2026-06-16T08:30:00Z, or seconds or milliseconds since 1970`
