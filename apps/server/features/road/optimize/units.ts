export function toKm(decimeters: number): number {
  return decimeters / 10_000
}
export function toMinutes(thousandths: number): number {
  return thousandths / 1000
}
