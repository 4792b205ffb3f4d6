import { between, metersBetween, toPosition, toVector } from '../geometry/ellipsoid.ts'
import type { AltitudeBand, Height, Position } from '../model.ts'
import type { Stretch } from '../scene/block.ts'
import type { Terrain } from '../terrain/terrain.ts'

/** The ground is looked at so often along a leg; SRTM knows it every 30 to 90 m. */
const SAMPLE_METERS = 60
const MOST_SAMPLES = 1000

/** Where the ground is: the terrain where it is known, elsewhere as high as the place of take-off. */
export class Ground {
  readonly #terrain: Terrain | undefined
  readonly #takeOffMeters: number
  readonly isKnown: boolean

  constructor(terrain: Terrain | undefined, takeOff: Position, assumedMeters: number | undefined) {
    const known = terrain?.heightAt(takeOff)
    this.isKnown = known !== undefined
    this.#terrain = this.isKnown ? terrain : undefined
    this.#takeOffMeters = known ?? assumedMeters ?? 0
  }

  /** Above the sea. */
  at(position: Position): number {
    return this.#terrain?.heightAt(position) ?? this.#takeOffMeters
  }
}

/** Whether heights from `low` to `high` above ground reach into a band, where the ground is so high above the sea. Limits do not count. */
export function isInBand({ lower, upper }: AltitudeBand, low: number, high: number, groundMeters: number): boolean {
  const above = ({ meters, above }: Height) => (above === 'ground' ? meters : meters - groundMeters)
  return (lower === undefined || high > above(lower)) && (upper === undefined || low < above(upper))
}

export function dependsOnSea({ lower, upper }: AltitudeBand): boolean {
  return lower?.above === 'sea' || upper?.above === 'sea'
}

/** Whether who flies a stretch at a height above ground is in the band anywhere on it. */
export function isEverInBand(band: AltitudeBand, height: number, ground: Ground, { from, to }: Stretch): boolean {
  const pieces = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(metersBetween(from, to) / SAMPLE_METERS)))
  for (let piece = 0; piece <= pieces; piece++) {
    const position = toPosition(between(from, to, piece / pieces))
    if (isInBand(band, height, height, ground.at(position))) return true
  }
  return false
}

/** Positions along a line, no farther apart than given; the ends included. */
export function positionsAlong(from: Position, to: Position, stepMeters: number): Position[] {
  const [a, b] = [toVector(from), toVector(to)]
  const pieces = Math.max(1, Math.ceil(metersBetween(a, b) / stepMeters))
  return Array.from({ length: pieces + 1 }, (_, piece) =>
    piece === 0 ? from : piece === pieces ? to : toPosition(between(a, b, piece / pieces)),
  )
}
