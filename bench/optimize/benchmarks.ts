import type { BenchmarkList } from '../bench.ts'

export const optimizeBenchmarks: BenchmarkList = {
  budget: {
    about:
      'how closely searches for 1,000 stops and 50 vehicles keep to their time budget, by the rules of the problem',
    load: async () => (await import('./optimize-budget.ts')).budget,
  },
  'never-worse': {
    about:
      '10,000 random fleet problems (number: how many) with costs, days, driving-time rules and order rules: constraints satisfied, never worse than the given solution, and optimal when small',
    load: async () => (await import('./optimize-never-worse.ts')).neverWorse,
  },
  optimize: {
    about:
      'the optimizer: gap to the best known tours and fleet solutions at 100 ms and 1 s, compared with VROOM, LKH and HGS',
    load: async () => (await import('./optimize.ts')).optimize,
  },
  'optimize-sets': {
    about:
      'gap to published solutions of the sets in --folder=PATH (numbers: CPU seconds, instances per set, 1 for the half used for tuning)',
    load: async () => (await import('./optimize-sets.ts')).optimizeSets,
  },
}
