import type * as Api from './api-types.ts'

/** `from` defaults to the last known position of the asset. */
type WithOptionalStart<Request extends { readonly from: unknown }> = Omit<Request, 'from' | 'format'> & {
  readonly from?: Request['from'] | undefined
}

/**
 * The body of the route operation for the kind of the asset. The OpenAPI document leaves its fields open because it
 * does not include the kind. A `mode` selects one of these types. Without a `mode`, it can be any of them except `av`.
 */
export type AttachBody =
  | (WithOptionalStart<Api.RouteRequest> & { readonly mode?: 'road' | undefined })
  | (WithOptionalStart<Api.AvRouteRequest> & { readonly mode: 'av' })
  | (WithOptionalStart<Api.DroneRouteRequest> & { readonly mode?: 'drone' | undefined })
  | (WithOptionalStart<Api.MaritimeRouteRequest> & { readonly mode?: 'maritime' | undefined })
