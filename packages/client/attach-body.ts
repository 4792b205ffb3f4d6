import type * as Api from './api-types.ts'

/** An asset whose position is known sets out from there. */
type Planned<Request extends { readonly from: unknown }> = Omit<Request, 'from' | 'format'> & {
  readonly from?: Request['from'] | undefined
}

/**
 * The body of the route operation that fits the kind of the asset. The document leaves its fields open, since it cannot
 * know the kind; a `mode` decides which of these it is, and without one it may be any of them but `av`.
 */
export type AttachBody =
  | (Planned<Api.RouteRequest> & { readonly mode?: 'road' | undefined })
  | (Planned<Api.AvRouteRequest> & { readonly mode: 'av' })
  | (Planned<Api.DroneRouteRequest> & { readonly mode?: 'drone' | undefined })
  | (Planned<Api.MaritimeRouteRequest> & { readonly mode?: 'maritime' | undefined })
