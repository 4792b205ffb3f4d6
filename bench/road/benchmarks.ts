import type { BenchmarkList } from '../bench.ts'

export const roadBenchmarks: BenchmarkList = {
  av: {
    about:
      'POST /v1/av/route: CPU compared with /v1/route on the same pairs, and 5,000 random trips checked against the tags of their roads',
    load: async () => (await import('./av.ts')).av,
  },
  changes: {
    about: '500 random sequences of change files applied to a drawn map, compared with the changed map from scratch',
    load: async () => (await import('../extracts/changes.ts')).changes,
  },
  electric: {
    about: 'charging stops: trips of 1,000 km with 200 stations; [NUMBER of trips]',
    load: async () => (await import('./electric.ts')).electric,
  },
  engine: {
    about: 'order, topology, customization, updates and queries of the hierarchy on Porto; exactness against Dijkstra',
    load: async () => (await import('./engine.ts')).engine,
  },
  exact: {
    about: 'distances and paths equal to Dijkstra: 10,000 pairs per map, and again after 100 rounds of re-weighting',
    load: async () => (await import('./exact.ts')).exact,
  },
  'exact-profiles': {
    about:
      'all profiles and 200 random models equal to Dijkstra, before and after traffic; matrix cells equal to routes',
    load: async () => (await import('./exact-profiles.ts')).exactProfiles,
  },
  isochrone: {
    about: 'isochrones by car on Porto: CPU by contours, and 1,000 origins without outlines',
    load: async () => (await import('./isochrone.ts')).isochrone,
  },
  maneuvers: {
    about:
      'errors in the instructions of random routes on all maps: npm run bench -- maneuvers [ROUTES PER MAP] [SEED]',
    load: async () => (await import('./maneuvers.ts')).maneuvers,
  },
  match: {
    about:
      'map matching: CPU per point, and the share of the distance found and right, on simulated traces of three profiles, on three maps, and on tracks of Hof',
    load: async () => (await import('./match.ts')).match,
  },
  merge: {
    about: 'Porto cut into four overlapping extracts and merged: sections and 10,000 routes compared with the whole',
    load: async () => (await import('../extracts/merge.ts')).merge,
  },
  memory: {
    about: 'dataset bytes per arc by table, and resident memory of a server with one thread after 1,000 routes',
    load: async () => (await import('./memory.ts')).memory,
  },
  models: {
    about: 'new custom models on Porto: the first route with a model, and further ones compared with the car',
    load: async () => (await import('./models.ts')).models,
  },
  profiles: {
    about: 'CPU of POST /v1/route with line and steps, and of a matrix 100², by profile over HTTP',
    load: async () => (await import('./profiles.ts')).profileCosts,
  },
  reroute: {
    about: 'random reroutes over HTTP in changing traffic: applying the delta gives the full route, never worse; sizes',
    load: async () => (await import('./reroute.ts')).reroute,
  },
  resume: {
    about:
      'Monaco compilation killed with kill -9 at 30 random moments: stages that were resumed, datasets that differ',
    load: async () => (await import('../extracts/resume.ts')).resume,
  },
  route: {
    about:
      'CPU of POST /v1/route over HTTP compared with OSRM on the same extract and pairs, and how plausible the routes are',
    load: async () => (await import('./route.ts')).route,
  },
  scale: {
    about: 'compile time, memory and query time on maps up to sixteen times Porto, and on Moscow; takes some minutes',
    load: async () => (await import('./scale.ts')).scale,
  },
  valhalla: {
    about: 'distances and times by car, on foot and by bicycle compared with Valhalla on four maps; [NUMBER of pairs]',
    load: async () => (await import('./valhalla/valhalla.ts')).valhalla,
  },
}
