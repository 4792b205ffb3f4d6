import type { RerouteReason } from '@fairway/road'
import type { RouteQuery } from '../route/api/request.ts'
import type { RouteAnswer } from '../route/service.ts'
import type { Trip } from '../route/trip.ts'
import type { PreviousGeometry } from './previous.ts'

/** The result of a reroute, before serialization. */
export interface RerouteResult {
  readonly query: RouteQuery
  readonly previous: PreviousGeometry
  readonly answer: RouteAnswer
  /** Set for routes on our own maps. */
  readonly trip: Trip | undefined
  readonly reason: RerouteReason
  /** The previous route is kept or rejoined. */
  readonly isKept: boolean
  /** The vehicle is on the route, so the reply contains no changes. */
  readonly isUnchanged: boolean
  /** Duration of the previous route, if comparable. */
  readonly previousDurationCs: number | undefined
}
