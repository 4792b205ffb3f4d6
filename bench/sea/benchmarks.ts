import type { BenchmarkList } from '../bench.ts'

export const seaBenchmarks: BenchmarkList = {
  sea: {
    about: 'sea routes compared with published distances, crossings of land, time per route, symmetry',
    load: async () => (await import('./sea.ts')).sea,
  },
  'sea-best': {
    about: 'sea routes of random port pairs [pairs, seed] that an alternative or a forced passage shortens',
    load: async () => (await import('./sea-best.ts')).seaBest,
  },
}
