import type { Clock } from '../../platform/clock.ts'
import type { LiveRateScope } from '../../platform/config/plans.ts'
import type { BytesInFlight } from '../../platform/http/body/bytes-in-flight.ts'
import type { KeyStatus } from '../../platform/http/guard/key-directory.ts'
import type { Limiter, MaybePromise } from '../../platform/metering/limiter.ts'
import type { StreamLimiter } from '../../platform/metering/open-streams.ts'
import type { FindOwnRate } from './api/asset-rate.ts'
import type { RejectedPositionCounter } from './api/refusals.ts'
import type { FindAircraftError, RouteBodySchemas } from './assets/asset-profile.ts'
import type { AssetStore } from './assets/asset-store.ts'
import type { CallReroute, PlanRoute } from './assets/attach.ts'
import type { EventStore } from './events/event-store.ts'
import type { LiveExtras } from './live/live-extras.ts'
import type { BatchedIngest } from './positions/ingest.ts'
import type { FanOut } from './streams/fan-out.ts'
import type { StreamStore } from './streams/stream-store.ts'
import type { TrackStore } from './tracks/track-store.ts'

/** Dependencies of the asset operations. */
export interface TrackingOptions {
  readonly assets: AssetStore
  readonly ingest: BatchedIngest
  readonly tracks: TrackStore
  readonly limiter: Limiter
  /** Whether live rate limits apply to each asset or to the whole account. */
  readonly liveRateScope: LiveRateScope
  /** Returns the rate of polls and pushes of an asset, which is separate from the account's request rate. */
  readonly assetRate: FindOwnRate
  readonly rejectedPositions: RejectedPositionCounter
  readonly clock: Clock
  /** Plans a route with the operation of a mode. */
  readonly planRoute: PlanRoute
  /** Calls the reroute operation. */
  readonly callReroute: CallReroute
  /** Request schemas of the route operations. */
  readonly routeBodySchemas: RouteBodySchemas
  /** Returns the error in a drone profile. */
  readonly findAircraftError: FindAircraftError
  readonly liveExtras: LiveExtras
  /** Database queries and notifications for streams. */
  readonly streamStore: StreamStore
  readonly fanOut: FanOut
  readonly events: EventStore
  /** Returns the current owner of a key, or the reason why the key is invalid. */
  readonly findKeyStanding: (key: string) => MaybePromise<KeyStatus>
  /** Open streams and WebSockets per account, and the maximum per server. */
  readonly openStreams: StreamLimiter
  readonly maxStreams: number
  /** Large request bodies and WebSocket messages that this thread is reading or processing. */
  readonly bytesInFlight: BytesInFlight
}
