/** Kilometers with four decimals. */
export function toDecimeters(centimeters: number): number {
  return Math.round(centimeters / 10)
}

/** Minutes with three decimals, because short trips take seconds. */
export function toMilliminutes(centiseconds: number): number {
  return Math.round(centiseconds / 6)
}
