import { flood } from './flood.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { soak } from './soak.ts'

/** The effects of attacks, failures and long operation on a server. */
export const trustBenchmarks = { flood, fuzz, kill, soak }
