import type { Position } from '@fairway/geo'
import type { LandPolygon } from './exact-path.ts'

/** Creates islands with 3 to 7 corners that do not overlap, at most one per square of a grid. */
export function randomLands(
  random: () => number,
  south: number,
  west: number,
  size: number,
  degrees: number,
): LandPolygon[] {
  const lands: LandPolygon[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (random() < 0.35) continue
      const corners = 3 + Math.floor(random() * 5)
      const start = random() * Math.PI * 2
      lands.push(
        Array.from({ length: corners }, (_, at): Position => {
          const angle = start + (at / corners) * Math.PI * 2
          const radius = 0.2 + random() * 0.25
          return [
            south + (row + 0.5 + Math.sin(angle) * radius) * degrees,
            west + (column + 0.5 + Math.cos(angle) * radius) * degrees,
          ]
        }),
      )
    }
  }
  return lands
}
