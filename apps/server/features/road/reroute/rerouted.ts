import type { RerouteReason } from '@fairway/road'
import type { RouteQuery } from '../route/api/request.ts'
import type { RouteAnswer } from '../route/service.ts'
import type { Trip } from '../route/trip.ts'
import type { Previous } from './previous.ts'

/** The answer to a reroute, before it is written. */
export interface Rerouted {
  readonly query: RouteQuery
  readonly previous: Previous
  readonly answer: RouteAnswer
  /** Of a route on our own maps. */
  readonly trip: Trip | undefined
  readonly reason: RerouteReason
  /** The previous route is driven on, or joined again. */
  readonly isKept: boolean
  /** The vehicle is on it: nothing has to be told. */
  readonly isUnchanged: boolean
  /** How long the previous route takes, where that can be compared. */
  readonly previousCs: number | undefined
}
