import { MOST_MINUTES } from './limits.ts'

const most = MOST_MINUTES.toLocaleString('en-US')

/** What a time and a window must be, in the words of whoever refuses one. */
export const MOMENT_DEMAND = `be minutes after depart_at, from 0 to ${most}, or an instant with its offset such as 2026-06-16T08:30:00Z`
export const WINDOW_DEMAND = `be [from, to], each of them minutes after depart_at from 0 to ${most}, or an instant with its offset such as 2026-06-16T08:30:00Z`
