/** Kilometres with four decimals. */
export function toDecimeters(centimeters: number): number {
  return Math.round(centimeters / 10)
}

/** Minutes with three decimals: short trips last seconds. */
export function toMilliminutes(centiseconds: number): number {
  return Math.round(centiseconds / 6)
}
