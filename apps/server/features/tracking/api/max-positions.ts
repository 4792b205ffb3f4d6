/** Maximum positions per request. */
export const MOST_POSITIONS = 1000
/** Maximum assets per reply. */
export const MOST_LISTED = 500
