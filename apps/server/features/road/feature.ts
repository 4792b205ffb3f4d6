import type { RegionDirectory } from '../../maps/regions/region-directory.ts'
import type { Feature } from '../../operations/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Caller } from '../../platform/http/guard/caller.ts'
import { avOperation } from './av/operation.ts'
import type { AvServiceOptions } from './av/service.ts'
import { type IsochroneOperationOptions, isochroneOperation } from './isochrone/operation.ts'
import { matchOperation, type RunMatch } from './match/operation.ts'
import { matrixOperation } from './matrix/operation.ts'
import type { MatrixServiceOptions } from './matrix/service.ts'
import type { ModelSource } from './models/model-source.ts'
import { nearestOperation } from './nearest/operation.ts'
import { type OptimizeOperationsOptions, optimizeOperations } from './optimize/operations.ts'
import type { SolveInWorker } from './optimize/service.ts'
import { rerouteOperation } from './reroute/operation.ts'
import { ReroutingService } from './reroute/service.ts'
import { createRouting } from './route/create-routing.ts'
import type { RouteCache } from './route/memory/route-memory.ts'
import { routeOperation } from './route/operation.ts'

export interface RoadOptions
  extends Pick<AvServiceOptions, 'domains'>,
    Pick<OptimizeOperationsOptions, 'keepSolution'> {
  readonly config: Config
  readonly clock: Clock
  readonly regions: RegionDirectory
  /** Cache of returned routes, which later reroute requests refer to. */
  readonly routeCache: RouteCache
  /** Functions that run large matrices, isochrones, optimizations and traces on the compute threads. */
  readonly computeMatrix: MatrixServiceOptions['compute']
  readonly computeIsochrone: IsochroneOperationOptions['compute']
  readonly solve: SolveInWorker
  readonly runMatch: RunMatch
  /** Returns the custom models by name. */
  readonly namedModels: ModelSource['named']
}

/** Factor by which a reroute body may exceed the normal body limit. A line of 100,000 points needs this size. */
const REROUTE_BODY_FACTOR = 4

/** Creates the feature for routes, reroutes, matrices, isochrones and optimizations on roads. */
export function roadFeature(options: RoadOptions): Feature {
  const { config, clock, regions, domains, routeCache, solve, runMatch, computeMatrix, computeIsochrone, namedModels } =
    options
  const { keepSolution } = options
  const { snapRadiusMeters } = config
  const { routing, close } = createRouting(config, clock, regions)
  const bodyLimitBytes = REROUTE_BODY_FACTOR * config.bodyLimitBytes
  const models: ModelSource = { named: namedModels, regions }
  const limits = { limitOf: createPointLimit(config), radiusMeters: snapRadiusMeters, models }
  return {
    operations: [
      routeOperation({ service: routing, routeCache, models }),
      avOperation({ domains, routing, snapRadiusMeters }),
      rerouteOperation({
        service: new ReroutingService({ regions, routing, routeCache }),
        routeCache,
        bodyLimitBytes,
        models,
      }),
      matchOperation({ run: runMatch, routeCache, models, bodyLimitBytes }),
      matrixOperation({ ...limits, regions, compute: computeMatrix }),
      isochroneOperation({ radiusMeters: snapRadiusMeters, models, compute: computeIsochrone }),
      nearestOperation({ regions, radiusMeters: snapRadiusMeters, models }),
      ...optimizeOperations({
        ...limits,
        budgetLimitOf: createBudgetLimit(config),
        solve,
        keepSolution,
        routing,
        bodyLimitBytes,
      }),
    ],
    close,
  }
}

function createPointLimit({ anonymousMatrixPoints }: Config): (caller: Caller) => number {
  return (caller) => (caller.kind === 'account' ? caller.terms.matrixPoints : anonymousMatrixPoints)
}

function createBudgetLimit({ anonymousBudgetMs }: Config): (caller: Caller) => number {
  return (caller) => (caller.kind === 'account' ? caller.terms.maxBudgetMs : anonymousBudgetMs)
}
