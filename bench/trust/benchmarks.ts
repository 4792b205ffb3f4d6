import type { BenchmarkList } from '../bench.ts'

/** Benchmarks that attack the service, make it fail or run it for a long time. */
export const trustBenchmarks: BenchmarkList = {
  flood: {
    about:
      '20 accounts flood each heavy operation [seconds each, first and last of the attacks]: light requests of another account, memory, recovery',
    load: async () => (await import('./flood.ts')).flood,
  },
  fuzz: {
    about:
      'generated requests over all operations on both stores [total, seed, 1 or 2 for one store]: faulty replies, statuses, requests per second',
    load: async () => (await import('./fuzz.ts')).fuzz,
  },
  kill: {
    about: 'kill -9 at random moments [during writes, during compile, regions, publish and first start]: what is lost',
    load: async () => (await import('./kill.ts')).kill,
  },
  soak: {
    about: 'memory of a server at 70 % load with traffic snapshots, map updates and streams [minutes, default 30]',
    load: async () => (await import('./soak.ts')).soak,
  },
}
