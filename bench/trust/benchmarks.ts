import { fuzz } from './fuzz.ts'

/** What attacks, accidents and time do to a server. */
export const trustBenchmarks = { fuzz }
