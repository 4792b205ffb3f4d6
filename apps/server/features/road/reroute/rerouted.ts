import type { RerouteReason } from '@fairway/road'
import type { RouteQuery } from '../route/api/request.ts'
import type { RouteAnswer } from '../route/service.ts'
import type { Trip } from '../route/trip.ts'
import type { PreviousGeometry } from './previous.ts'

/** Result of a reroute, before serialization. */
export interface RerouteResult {
  readonly query: RouteQuery
  readonly previous: PreviousGeometry
  readonly answer: RouteAnswer
  /** Trip details. Set only for routes on local maps. */
  readonly trip: Trip | undefined
  readonly reason: RerouteReason
  /** Whether the new route keeps or rejoins the previous route. */
  readonly isKept: boolean
  /** Whether the vehicle is on the previous route and nothing changes. */
  readonly isUnchanged: boolean
  /** Duration of the previous route in hundredths of a second, if comparable. */
  readonly previousDurationCs: number | undefined
}
