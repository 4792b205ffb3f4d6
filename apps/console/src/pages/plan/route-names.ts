import type { DisplayRoute } from './display-routes.ts'

type NamedRoute = Pick<DisplayRoute, 'title' | 'why' | 'roads'>

/**
 * Returns the titles of the route cards. The best route is named after its main roads, and the other routes after their
 * difference from it. If two routes have the same title, each title also names the longest road that only that route
 * uses.
 */
export function nameRoutes(routes: readonly NamedRoute[]): readonly string[] {
  const names = routes.map(({ title, why }, index) => (index === 0 ? title : capitalize(why || title)))
  return routes.map((route, index) => {
    const name = names[index] ?? route.title
    const namesakes = routes.filter((otherRoute, otherIndex) => otherRoute !== route && names[otherIndex] === name)
    const distinctRoad = namesakes.length === 0 ? undefined : findDistinctRoad(route, namesakes)
    return distinctRoad === undefined ? name : `${name}, via ${distinctRoad}`
  })
}

function findDistinctRoad({ roads }: NamedRoute, otherRoutes: readonly NamedRoute[]): string | undefined {
  const distinctRoads = [...roads].filter(([road]) => otherRoutes.every((otherRoute) => !otherRoute.roads.has(road)))
  return distinctRoads.reduce<readonly [string, number] | undefined>(
    (best, candidate) => (candidate[1] > (best?.[1] ?? 0) ? candidate : best),
    undefined,
  )?.[0]
}

function capitalize(string: string): string {
  return string.charAt(0).toUpperCase() + string.slice(1)
}
