import type { Clock } from '../../platform/clock.ts'
import type { KeyStanding } from '../../platform/http/guard/key-directory.ts'
import type { Limiter, MaybePromise } from '../../platform/metering/limiter.ts'
import type { OpenStreams } from '../../platform/metering/open-streams.ts'
import type { Refusals } from './api/refusals.ts'
import type { RouteBodies, WhyNever } from './assets/asset-profile.ts'
import type { AssetStore } from './assets/asset-store.ts'
import type { PlanRoute } from './assets/attach.ts'
import type { LiveExtras } from './live/live-extras.ts'
import type { GroupedIngest } from './positions/ingest.ts'
import type { FanOut } from './streams/fan-out.ts'
import type { StreamStore } from './streams/stream-store.ts'
import type { TrackStore } from './tracks/track-store.ts'

/** Dependencies of the asset operations. */
export interface TrackingOptions {
  readonly assets: AssetStore
  readonly ingest: GroupedIngest
  readonly tracks: TrackStore
  readonly limiter: Limiter
  readonly refusals: Refusals
  readonly clock: Clock
  /** Plans a route with the operation of that mode. */
  readonly planRoute: PlanRoute
  /** The request schemas of the route operations. */
  readonly routeBodies: RouteBodies
  /** Returns the error in a drone profile. */
  readonly whyNeverFlown: WhyNever
  readonly extras: LiveExtras
  /** Database queries and notifications for streams. */
  readonly changes: StreamStore
  readonly fanOut: FanOut
  /** The current owner of a key, or why it is invalid. */
  readonly standingOf: (key: string) => MaybePromise<KeyStanding>
  /** Open streams per account, and the maximum per server. */
  readonly openStreams: OpenStreams
  readonly mostStreams: number
}
