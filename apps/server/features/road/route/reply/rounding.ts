/** Rounds to decimeters, which correspond to kilometers with four decimals. */
export function toDecimeters(centimeters: number): number {
  return Math.round(centimeters / 10)
}

/** Rounds to thousandths of a minute, because short trips take seconds. */
export function toMilliminutes(centiseconds: number): number {
  return Math.round(centiseconds / 6)
}
