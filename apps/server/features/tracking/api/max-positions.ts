/** Maximum positions per request. */
export const MAX_POSITIONS = 1000
/** Maximum assets per reply. */
export const MAX_LISTED_ASSETS = 500
