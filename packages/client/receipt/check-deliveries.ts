import { isEqual } from './check-sums.ts'
import { serviceAt } from './check-times.ts'
import type { OptimizeRequest } from './points.ts'
import type { OptimizeReply } from './replies.ts'

/**
 * Checks that the visits of every split stop deliver its demand, apart from what is reported as undelivered. If nothing
 * is undelivered, the visits together must take the service time of the stop.
 */
export function* listDeliveryErrors(
  request: OptimizeRequest,
  { routes, unassigned }: OptimizeReply,
): Generator<string> {
  const { split, demands } = request
  if (!split || !demands) return
  const visits = routes.flatMap((route) => route.visits).filter(({ delivered }) => delivered)
  for (const stop of new Set(visits.map((visit) => visit.stop))) {
    const ofStop = visits.filter((visit) => visit.stop === stop)
    const undelivered = unassigned.find((entry) => entry.stop === stop)?.undelivered ?? []
    const demand = [demands[stop] ?? 0].flat()
    for (const [dimension, amount] of demand.entries()) {
      const deliveredAmount = ofStop.reduce((sum, visit) => sum + (visit.delivered?.[dimension] ?? 0), 0)
      if (deliveredAmount + (undelivered[dimension] ?? 0) !== amount)
        yield `stop ${stop} gets ${deliveredAmount} of ${amount} in dimension ${dimension}`
    }
    const service = ofStop.reduce((sum, { begins_min, leaves_min }) => sum + leaves_min - begins_min, 0)
    if (undelivered.length === 0 && !isEqual(service, serviceAt(request, stop)))
      yield `the visits of stop ${stop} take ${service} in total`
  }
}
