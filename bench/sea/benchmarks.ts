import type { Benchmark } from '../bench.ts'
import { sea } from './sea.ts'
import { seaBest } from './sea-best.ts'

export const seaBenchmarks: Readonly<Record<string, Benchmark>> = { sea, 'sea-best': seaBest }
