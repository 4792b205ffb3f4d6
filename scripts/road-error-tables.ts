import { avProblems } from '../apps/server/features/road/av/failures.ts'
import { isochroneProblems } from '../apps/server/features/road/isochrone/failures.ts'
import { matchProblems } from '../apps/server/features/road/match/failures.ts'
import { pointsProblems } from '../apps/server/features/road/matrix/cells/failures.ts'
import { matrixProblems } from '../apps/server/features/road/matrix/failures.ts'
import { optimizationProblems } from '../apps/server/features/road/optimize/failures.ts'
import { reroutingProblems } from '../apps/server/features/road/reroute/failures.ts'
import { routingProblems } from '../apps/server/features/road/route/api/failures.ts'

/** Error tables of operations on roads. */
export const roadErrorTables = {
  routingProblems,
  avProblems,
  reroutingProblems,
  matchProblems,
  pointsProblems,
  matrixProblems,
  isochroneProblems,
  optimizationProblems,
}
