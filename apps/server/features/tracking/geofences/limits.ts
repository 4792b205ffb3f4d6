/** Corners of one geofence, including its holes, or points of its line. */
export const MAX_CORNERS = 10_000
/** All corners are in memory while assets of the account send positions. */
export const MAX_ACCOUNT_CORNERS = 200_000
export const MAX_GEOFENCES = 500
export const MAX_LISTED_GEOFENCES = 100
/** Larger than the largest valid body, so that a body with too many corners gets a specific error. */
export const MAX_BODY_BYTES = 5_000_000
