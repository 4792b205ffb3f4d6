import { optimize } from './optimize.ts'
import { budget } from './optimize-budget.ts'
import { neverWorse } from './optimize-never-worse.ts'
import { optimizeSets } from './optimize-sets.ts'

export const optimizeBenchmarks = { budget, 'never-worse': neverWorse, optimize, 'optimize-sets': optimizeSets }
