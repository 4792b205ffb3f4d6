/** Maximum number of corners of a geofence, including its holes, or of points of its line. */
export const MAX_CORNERS = 10_000
/** Maximum number of corners per account. All corners are in memory while assets of the account send positions. */
export const MAX_ACCOUNT_CORNERS = 200_000
export const MAX_GEOFENCES = 500
export const MAX_LISTED_GEOFENCES = 100
/**
 * Maximum body size in bytes. The limit exceeds the largest valid body, so that too many corners cause a specific
 * error.
 */
export const MAX_BODY_BYTES = 5_000_000
