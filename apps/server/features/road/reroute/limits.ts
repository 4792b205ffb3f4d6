import { MAX_VIA } from '../route/api/schemas.ts'

export const MIN_LINE_POINTS = 2
export const MAX_LINE_POINTS = 100_000
export const MAX_STOPS = MAX_VIA
/** Maximum of the required gain: one day, in minutes. */
export const MAX_GAIN_MINUTES = 1440
