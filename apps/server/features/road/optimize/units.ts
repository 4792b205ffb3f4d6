/** Converts decimeters and thousandths of a minute to reply units. */
export function km(decimeters: number): number {
  return decimeters / 10_000
}
export function minutes(thousandths: number): number {
  return thousandths / 1000
}
