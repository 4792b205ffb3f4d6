import { flood } from './flood.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { soak } from './soak.ts'

/** Benchmarks that attack the service, make it fail or run it for a long time. */
export const trustBenchmarks = { flood, fuzz, kill, soak }
