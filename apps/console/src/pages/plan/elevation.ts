/** Returns pairs of distance in kilometers and elevation in meters. Points without an elevation are omitted. */
export function toGroundPoints(
  heights: readonly (number | null)[],
  cumulativeKm: readonly number[],
): (readonly [number, number])[] {
  return heights.flatMap((height, index) => (height === null ? [] : [[cumulativeKm[index] ?? 0, height] as const]))
}

/** Minimum change of elevation in meters. Smaller changes are noise in the terrain data. */
const NOISE_METERS = 2

/** Returns the total ascent and descent along the line in meters, ignoring noise. */
export function sumClimbs(heights: readonly number[]): { readonly up: number; readonly down: number } {
  let [ascentM, descentM] = [0, 0]
  let last = heights[0] ?? 0
  for (const height of heights) {
    if (Math.abs(height - last) < NOISE_METERS) continue
    if (height > last) ascentM += height - last
    else descentM += last - height
    last = height
  }
  return { up: ascentM, down: descentM }
}
