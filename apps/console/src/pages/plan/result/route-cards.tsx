import { formatClockTime, formatMinutes } from '../../../ui/format.ts'
import type { DisplayRoute } from '../display-routes.ts'
import { routes, selectedRoute, selectRoute } from '../draft-state.ts'
import { nameRoutes } from '../route-names.ts'

/** Lists the routes with duration, distance and differences. */
export function RouteCards() {
  const allRoutes = routes.value
  const bestRoute = allRoutes[0]
  const names = nameRoutes(allRoutes)
  return (
    <section class="ways" aria-label="Routes">
      {allRoutes.map((route, index) => (
        <button
          key={`${index}-${route.title}`}
          type="button"
          class={`card way ${route === selectedRoute.value ? 'chosen' : ''}`}
          aria-pressed={route === selectedRoute.value}
          onClick={() => selectRoute(index)}
        >
          <span class="way-top">
            <span class="figure">{formatMinutes(route.etaMin)}</span>
            <span class="way-far">{route.distanceText}</span>
          </span>
          <span class="way-title">{names[index]}</span>
          <small>
            {[...listTimes(route), ...(bestRoute && index > 0 ? [compareToBest(route, bestRoute)] : [])].join(' · ')}
          </small>
        </button>
      ))}
    </section>
  )
}

function listTimes(route: DisplayRoute): string[] {
  const parts = [route.arriveAt === undefined ? '' : `arrive ${formatClockTime(route.arriveAt)}`]
  if (route.mode === 'maritime' || route.mode === 'drone') {
    const extraMinutes = route.etaMin - route.freeFlowMin
    if (extraMinutes > 0.5)
      parts.push(
        `including ${formatMinutes(extraMinutes)} ${route.mode === 'drone' ? 'because of wind' : 'of waiting at canals'}`,
      )
  } else {
    // Without traffic data, the two durations differ only by the time for turns and crossings.
    if (route.hasTraffic && route.etaMin - route.freeFlowMin >= 1)
      parts.push(`${formatMinutes(route.freeFlowMin)} without traffic`)
    if (route.typicalMin !== undefined) parts.push(`usually ${formatMinutes(route.typicalMin)}`)
  }
  return parts.filter((part) => part !== '')
}

function compareToBest(route: DisplayRoute, bestRoute: DisplayRoute): string {
  const extraMinutes = route.etaMin - bestRoute.etaMin
  // Routes with different durations in the list must not be called equal.
  if (formatMinutes(route.etaMin) === formatMinutes(bestRoute.etaMin)) return 'same time'
  return extraMinutes > 0 ? `${formatMinutes(extraMinutes)} longer` : `${formatMinutes(-extraMinutes)} shorter`
}
