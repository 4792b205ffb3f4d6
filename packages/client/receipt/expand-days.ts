import type { OptimizeRequest } from './points.ts'
import type { OptimizeReply } from './replies.ts'

/** Converts a request for multiple days and its response, so that each tour has a separate vehicle. */
export function expandDays(request: OptimizeRequest, reply: OptimizeReply): [OptimizeRequest, OptimizeReply] {
  const { vehicles: _, days: __, ...rest } = request
  const { tours = [] } = reply.receipt
  const routes = reply.routes.map((route) => ({
    ...route,
    vehicle: tours.findIndex(({ vehicle, day }) => vehicle === route.vehicle && day === route.day),
  }))
  return [
    { ...rest, fleet: tours.map(({ vehicle }) => request.fleet?.[vehicle] ?? {}) },
    { ...reply, routes },
  ]
}
