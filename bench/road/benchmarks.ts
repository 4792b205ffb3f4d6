import { changes } from '../extracts/changes.ts'
import { merge } from '../extracts/merge.ts'
import { resume } from '../extracts/resume.ts'
import { av } from './av.ts'
import { electric } from './electric.ts'
import { engine } from './engine.ts'
import { exact } from './exact.ts'
import { exactProfiles } from './exact-profiles.ts'
import { isochrone } from './isochrone.ts'
import { maneuvers } from './maneuvers.ts'
import { match } from './match.ts'
import { memory } from './memory.ts'
import { models } from './models.ts'
import { profileCosts } from './profiles.ts'
import { reroute } from './reroute.ts'
import { route } from './route.ts'
import { scale } from './scale.ts'
import { valhalla } from './valhalla/valhalla.ts'

export const roadBenchmarks = {
  av,
  changes,
  electric,
  engine,
  exact,
  'exact-profiles': exactProfiles,
  isochrone,
  maneuvers,
  match,
  merge,
  memory,
  models,
  profiles: profileCosts,
  reroute,
  resume,
  route,
  scale,
  valhalla,
}
