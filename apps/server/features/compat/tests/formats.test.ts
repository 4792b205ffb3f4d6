import { beforeAll } from 'vitest'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { describeGeopy } from './geopy-suite.ts'
import { describeGoogleRoutes } from './google-routes-suite.ts'
import { describeGoogle } from './google-suite.ts'
import { describeOsrmConstraints } from './osrm-constraints-suite.ts'
import { describeOsrmMatch } from './osrm-match-suite.ts'
import { describeOsrmRandom } from './osrm-random-suite.ts'
import { describeOsrm } from './osrm-suite.ts'
import { describePelias } from './pelias-suite.ts'
import { describeNominatim, describePhoton } from './places-suites.ts'
import { describeValhalla } from './valhalla-suite.ts'
import { describeValhallaTraces } from './valhalla-trace-suite.ts'
import { describeVroomCosts } from './vroom-costs-suite.ts'
import { describeVroom } from './vroom-suite.ts'
import { describeVroomTimes } from './vroom-times-suite.ts'

/** All formats share one service, because starting it takes longer than their tests. */
describeOnStores(
  'formats of other providers',
  ({ startShared }) => {
    let service: TestService
    beforeAll(async () => {
      service = await startShared({ config: { anonymousBurst: 100_000 }, maps: await openMaps() })
    })
    const getService = () => service
    describeOsrm(getService)
    describeOsrmConstraints(getService)
    describeOsrmMatch(getService)
    describeOsrmRandom(getService)
    describeNominatim(getService)
    describePhoton(getService)
    describePelias(getService)
    describeGeopy(getService)
    describeVroom(getService)
    describeVroomCosts(getService)
    describeVroomTimes(getService)
    describeGoogle(getService)
    describeGoogleRoutes(getService)
    describeValhalla(getService)
    describeValhallaTraces(getService)
  },
  ['embedded'],
)
