import type { OptimizeRequest } from './points.ts'
import type { OptimizeReply } from './replies.ts'

/** Returns a request and its response for several days with one vehicle for each tour. */
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
