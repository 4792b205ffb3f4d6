/** Maximum number of positions per request. */
export const MAX_POSITIONS = 1000
/** Maximum number of assets per reply. */
export const MAX_LISTED_ASSETS = 500
