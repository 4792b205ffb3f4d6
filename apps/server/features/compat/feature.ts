import type { Feature } from '../../operations/feature.ts'
import { type CompatOptions, directionsOperation } from './google/directions/operation.ts'
import { googleOperations } from './google/operations.ts'
import { routesOperations } from './google/routes/operations.ts'
import { nominatimOperations } from './nominatim/operations.ts'
import { osrmOperations } from './osrm/operations.ts'
import { peliasOperations } from './pelias/operations.ts'
import { photonOperations } from './photon/operations.ts'
import { valhallaOperations } from './valhalla/operations.ts'
import { vroomOperations } from './vroom/operations.ts'

/** Creates the feature for API formats of other providers. Clients of those providers only need to change the URL. */
export function compatFeature(options: CompatOptions): Feature {
  const { call } = options
  return {
    operations: [
      directionsOperation(options),
      ...googleOperations(options),
      ...routesOperations(options),
      ...osrmOperations(call),
      ...nominatimOperations(call),
      ...photonOperations(call),
      ...peliasOperations(call),
      ...vroomOperations(call),
      ...valhallaOperations(call),
    ],
  }
}
