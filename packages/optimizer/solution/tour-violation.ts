/** First violation in a given solution. Violations are ordered by vehicle and then by stop. */
export type TourViolation =
  | { readonly kind: 'repeated'; readonly vehicle: number; readonly stop: number }
  /** Another stop of the same group is also served. */
  | { readonly kind: 'group'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'not-allowed'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'pair'; readonly vehicle: number; readonly stop: number }
  /** The stop is locked at an earlier position. */
  | { readonly kind: 'locked'; readonly vehicle: number; readonly stop: number }
  /** Goods that were loaded later are still on board. */
  | { readonly kind: 'lifo'; readonly vehicle: number; readonly stop: number }
  /** The drive from this pickup to its delivery exceeds the direct drive by more than the limit. */
  | {
      readonly kind: 'detour'
      readonly vehicle: number
      readonly stop: number
      readonly detour: number
      readonly limit: number
    }
  | { readonly kind: 'unreachable'; readonly vehicle: number; readonly position: number }
  | { readonly kind: 'load'; readonly vehicle: number; readonly dimension: number; readonly load: number }
  /**
   * The vehicle is too late for the stop, for a break before it, or for the end of the shift (position = number of
   * stops).
   */
  | { readonly kind: 'time'; readonly vehicle: number; readonly position: number }
  | { readonly kind: 'distance'; readonly vehicle: number; readonly distance: number; readonly limit: number }
  /** No division of the tour into trips is within the range. */
  | { readonly kind: 'range'; readonly vehicle: number; readonly limit: number }
  /** Driving-time rules limit the driving time of the tour. */
  | { readonly kind: 'driving'; readonly vehicle: number; readonly driving: number; readonly limit: number }
  | { readonly kind: 'duration'; readonly vehicle: number; readonly duration: number; readonly limit: number }
  | { readonly kind: 'stops'; readonly vehicle: number; readonly stops: number; readonly limit: number }
