import { rulerAt } from '@fairway/geo'
import type { Fix } from '@fairway/tracking'
import type { TruePosition } from './off-route-drives.ts'

/**
 * Fraction of the error that drifts slowly, as in receivers between buildings. The other part is independent for every
 * fix.
 */
const WANDERING_SHARE = 0.9
const WANDERING_S = 30
/** Ratio of the radius that contains two thirds of the fixes to the standard deviation north and east. */
const ACCURACY_PER_SIGMA = 1.515

/** Simulates a receiver whose errors have the given standard deviation north and east. */
export class Receiver {
  readonly #sigmaM: number
  readonly #random: () => number
  readonly #tellsMotion: boolean
  #wander: [number, number] | undefined

  constructor(sigmaM: number, tellsMotion: boolean, random: () => number) {
    this.#sigmaM = sigmaM
    this.#tellsMotion = tellsMotion
    this.#random = random
  }

  fix({ second, point: [latitude, longitude], speedMs, headingDeg }: TruePosition): Fix {
    const slow = this.#sigmaM * Math.sqrt(WANDERING_SHARE)
    const kept = Math.exp(-1 / WANDERING_S)
    const [north, east] = this.#wander ?? [slow * this.#normal(), slow * this.#normal()]
    const fresh = slow * Math.sqrt(1 - kept * kept)
    this.#wander = [north * kept + fresh * this.#normal(), east * kept + fresh * this.#normal()]
    const white = this.#sigmaM * Math.sqrt(1 - WANDERING_SHARE)
    const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
    const accuracyM = ACCURACY_PER_SIGMA * this.#sigmaM * (0.8 + 0.4 * this.#random())
    const speed = Math.max(0, speedMs + 0.4 * this.#normal())
    const heading = (headingDeg + (4 + 20 / (1 + speedMs)) * this.#normal() + 720) % 360
    return {
      latitude: latitude + (north + white * this.#normal()) / perLatitudeDegree,
      longitude: longitude + (east + white * this.#normal()) / perLongitudeDegree,
      timeMs: 1_750_000_000_000 + 1000 * second,
      accuracyM,
      ...(this.#tellsMotion && { speedMs: speed, headingDeg: heading }),
    }
  }

  /** Returns a normally distributed number (Box–Muller transform). */
  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random())
  }
}
