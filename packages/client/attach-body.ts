import type * as Api from './api-types.ts'

/** `from` defaults to the last known position of the asset. */
type Planned<Request extends { readonly from: unknown }> = Omit<Request, 'from' | 'format'> & {
  readonly from?: Request['from'] | undefined
}

/**
 * The body of the route operation for the kind of the asset. The OpenAPI document leaves its fields open because it
 * does not include the kind. A `mode` selects one of these types. Without a `mode`, it can be any of them except `av`.
 */
export type AttachBody =
  | (Planned<Api.RouteRequest> & { readonly mode?: 'road' | undefined })
  | (Planned<Api.AvRouteRequest> & { readonly mode: 'av' })
  | (Planned<Api.DroneRouteRequest> & { readonly mode?: 'drone' | undefined })
  | (Planned<Api.MaritimeRouteRequest> & { readonly mode?: 'maritime' | undefined })
