import { flood } from './flood.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { soak } from './soak.ts'

/** Benchmarks of attacks, failures and long operation. */
export const trustBenchmarks = { flood, fuzz, kill, soak }
