import { flood } from './flood.ts'
import { fuzz } from './fuzz.ts'
import { kill } from './kill.ts'
import { soak } from './soak.ts'

/** What attacks, accidents and time do to a server. */
export const trustBenchmarks = { flood, fuzz, kill, soak }
