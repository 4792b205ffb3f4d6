import type { RandomProblemOptions } from './random-problem.ts'

type MixedOptions = Required<
  Pick<RandomProblemOptions, 'withCosts' | 'withOrderRules' | 'withDrivingRules' | 'withDays'>
>

/** Returns the rules of a random problem. Sixteen consecutive seeds have all combinations. */
export function toMixedOptions(seed: number): MixedOptions {
  return {
    withCosts: (seed & 1) > 0,
    withDays: (seed & 2) > 0,
    withDrivingRules: (seed & 4) > 0,
    withOrderRules: (seed & 8) > 0,
  }
}
