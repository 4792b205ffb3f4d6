import type * as Api from './api-types.ts'

/** `from` defaults to the last known position of the asset. */
type WithOptionalStart<Request extends { readonly from: unknown }> = Omit<Request, 'from' | 'format'> & {
  readonly from?: Request['from'] | undefined
}

/**
 * Body of the route operation for the kind of asset. The OpenAPI document does not specify its fields, because the
 * request does not contain the kind. A `mode` selects one of these types. Without a `mode`, the body can be any of
 * these types except `av`.
 */
export type AttachBody =
  | (WithOptionalStart<Api.RouteRequest> & { readonly mode?: 'road' | undefined })
  | (WithOptionalStart<Api.AvRouteRequest> & { readonly mode: 'av' })
  | (WithOptionalStart<Api.DroneRouteRequest> & { readonly mode?: 'drone' | undefined })
  | (WithOptionalStart<Api.MaritimeRouteRequest> & { readonly mode?: 'maritime' | undefined })
