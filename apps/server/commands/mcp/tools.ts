import { Type } from 'typebox'
import { defineTool, formatKm, formatMinutes, Place, Profile, type Tool } from './define-tool.ts'
import { isochrone } from './isochrone-tool.ts'
import { findPlace, findPlaces, type NamedPoint, type Point, ToolError } from './places.ts'

const Places = (description: string, maxItems: number, minItems = 1) =>
  Type.Array(Place('A place:'), { minItems, maxItems, description })

const MAX_STEPS = 40
const toPoints = (places: readonly NamedPoint[]): Point[] => places.map(({ at }) => at)

/**
 * Describes the effect of traffic. Without traffic data, the two times differ only by turns and signals, so a
 * comparison would be misleading.
 */
function describeTraffic(source: string, freeFlowMinutes: number): string {
  if (source === 'none') return 'no traffic data'
  return `${formatMinutes(freeFlowMinutes)} without traffic`
}

const route = defineTool({
  name: 'route',
  title: 'Route between places',
  description: 'Distance, travel time in current traffic if known and, on request, directions for a trip by road.',
  input: Type.Object({
    from: Place('Start:'),
    to: Place('Destination:'),
    via: Type.Optional(Places('Stops along the way, in order of travel.', 20)),
    profile: Profile,
    depart_at: Type.Optional(
      Type.String({ description: 'Departure time, such as 2026-06-16T08:30:00Z. Default: now.' }),
    ),
    steps: Type.Optional(Type.Boolean({ description: 'Whether to include directions.' })),
  }),
  async run({ from, to, via = [], profile = 'car', depart_at, steps = false }, { client, links }) {
    const places = await findPlaces(client, [from, ...via, to])
    const points = toPoints(places)
    const [start = [0, 0], end = [0, 0]] = [points[0], points.at(-1)]
    const routeReply = await client.route({
      from: start,
      to: end,
      via: points.slice(1, -1),
      profile,
      steps,
      geometry: 'none',
      alternatives: 0,
      ...(depart_at !== undefined && { depart_at }),
    })
    const { distance_km, eta_min, free_flow_min, arrive_at } = routeReply
    const instructions = (routeReply.steps ?? []).slice(0, MAX_STEPS).map(({ instruction }) => instruction)
    const map = links.toRoute(points, profile)
    const lines = [
      `${places.map(({ label }) => label).join(' → ')}: ${formatKm(distance_km)}, ${formatMinutes(eta_min)} (${describeTraffic(routeReply.traffic.source, free_flow_min)}), arrival ${arrive_at}.`,
      ...instructions.map((instruction, index) => `${index + 1}. ${instruction}`),
      `Map: ${map}`,
    ]
    return {
      text: lines.join('\n'),
      values: { distance_km, eta_min, free_flow_min, traffic: routeReply.traffic.source, arrive_at, map },
    }
  },
})

const matrix = defineTool({
  name: 'matrix',
  title: 'Travel times between many places',
  description: 'Travel time and distance from every origin to every destination.',
  input: Type.Object({
    origins: Places('Where trips start.', 25),
    destinations: Places('Where trips end.', 25),
    profile: Profile,
  }),
  async run({ origins, destinations, profile = 'car' }, { client, links }) {
    const [from, to] = [await findPlaces(client, origins), await findPlaces(client, destinations)]
    const { durations_min = [], distances_km = [] } = await client.matrix({
      origins: toPoints(from),
      destinations: toPoints(to),
      profile,
    })
    const lines = from.flatMap((origin, row) =>
      to.map((destination, column) => {
        const [minutes, km] = [durations_min[row]?.[column] ?? null, distances_km[row]?.[column] ?? null]
        const trip = minutes === null || km === null ? 'no route' : `${formatMinutes(minutes)}, ${formatKm(km)}`
        return `${origin.label} → ${destination.label}: ${trip}`
      }),
    )
    const [start, end] = [from[0], to[0]]
    const map = start && end ? links.toRoute([start.at, end.at], profile) : ''
    return {
      text: [...lines, `Map of the first trip: ${map}`].join('\n'),
      values: { durations_min, distances_km, map },
    }
  },
})

const optimize = defineTool({
  name: 'optimize',
  title: 'Best order of stops',
  description:
    'The order in which one or more vehicles visit all stops in the shortest driving time. The first stop is where they start.',
  input: Type.Object({
    stops: Places('The stops. The first one is the start.', 50, 2),
    vehicles: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'Number of vehicles. Default: 1.' })),
    roundtrip: Type.Optional(Type.Boolean({ description: 'Whether the vehicles return to the start.' })),
    profile: Profile,
  }),
  async run({ stops, vehicles = 1, roundtrip = false, profile = 'car' }, { client, links }) {
    const places = await findPlaces(client, stops)
    const solution = await client.optimize({
      stops: toPoints(places),
      vehicles,
      roundtrip,
      objective: 'duration',
      profile,
    })
    const tours = solution.routes.map(({ vehicle, order, distance_km, duration_min }) => {
      const visitedPlaces = order.flatMap((stop) => places[stop] ?? [])
      const [start] = visitedPlaces
      const points = toPoints(roundtrip && start ? [...visitedPlaces, start] : visitedPlaces)
      const map = links.toRoute(points, profile)
      const labels = visitedPlaces.map(({ label }) => label).join(' → ')
      const text = `Vehicle ${vehicle + 1}: ${labels} (${formatKm(distance_km)}, ${formatMinutes(duration_min)}). Map: ${map}`
      return { text, values: { vehicle, order, distance_km, duration_min, map } }
    })
    const unassignedLines = solution.unassigned.map(
      ({ stop, why }) => `Not visited: ${places[stop]?.label ?? stop} (${why})`,
    )
    return {
      text: [...tours.map(({ text }) => text), ...unassignedLines].join('\n'),
      values: { tours: tours.map(({ values }) => values), unassigned: solution.unassigned },
    }
  },
})

const geocode = defineTool({
  name: 'geocode',
  title: 'Find a place',
  description: 'Coordinates of an address or place, or the address at latitude,longitude.',
  input: Type.Object({
    query: Place('What to find:'),
    near: Type.Optional(Place('Prefer results near this place:')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Number of results. Default: 3.' })),
  }),
  async run({ query, near, limit = 3 }, { client, links }) {
    if (/^\s*-?\d+(\.\d+)?\s*,\s*-?\d+(\.\d+)?\s*$/.test(query)) {
      const { at } = await findPlace(client, query)
      const { label } = await client.reverse({ lat: at[0], lon: at[1] })
      const map = links.toNearby(at)
      return { text: `${label}\nMap: ${map}`, values: { results: [{ label, at }], map } }
    }
    const bias = near === undefined ? undefined : await findPlace(client, near)
    const { results } = await client.geocode({ q: query, limit, ...(bias && { near: bias.at.join(',') }) })
    const [bestResult] = results
    if (!bestResult)
      throw new ToolError(
        `No place matches ${JSON.stringify(query)}. Check the spelling, or give a larger place, such as the city.`,
      )
    const lines = results.map(({ label, at, kind }) => `${label} (${kind}): ${at.join(', ')}`)
    const map = links.toNearby([bestResult.at[0] ?? 0, bestResult.at[1] ?? 0])
    return {
      text: [...lines, `Map of the first result: ${map}`].join('\n'),
      values: { results: results.map(({ label, at, kind, confidence }) => ({ label, at, kind, confidence })), map },
    }
  },
})

const nearby = defineTool({
  name: 'nearby',
  title: 'Places around a position',
  description: 'Restaurants, pharmacies, charging stations and other places near an address.',
  input: Type.Object({
    at: Place('Where to look:'),
    kind: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'What to look for, such as "cafe".' }),
    ),
    radius_m: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50_000, description: 'Maximum distance in meters. Default: 2000.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, description: 'Maximum number of places. Default: 5.' }),
    ),
  }),
  async run({ at, kind, radius_m, limit = 5 }, { client, links }) {
    const center = await findPlace(client, at)
    const { places } = await client.nearby({
      lat: center.at[0],
      lon: center.at[1],
      limit,
      ...(kind !== undefined && { q: kind }),
      ...(radius_m !== undefined && { radius_m }),
    })
    const map = links.toNearby(center.at)
    const lines = places.map(({ name, category, distance_m, open, opening_hours, at: position }) => {
      const state = open === undefined ? '' : open ? ', open' : ', closed'
      const hours = opening_hours === undefined ? '' : ` (${opening_hours})`
      return `${name} (${category}), ${Math.round(distance_m)} m${state}${hours}: ${position.join(', ')}`
    })
    const text = lines.length > 0 ? lines : [`No such place near ${center.label}.`]
    const values = places.map(({ id, name, category, distance_m, at: position }) => ({
      id,
      name,
      category,
      distance_m,
      at: position,
    }))
    return { text: [...text, `Map: ${map}`].join('\n'), values: { places: values, map } }
  },
})

const track = defineTool({
  name: 'track',
  title: 'Where an asset is',
  description:
    'Position and state of a tracked asset, by its id or name, or the list of all assets. Requires an API key.',
  input: Type.Object({
    asset: Type.Optional(Type.String({ maxLength: 100, description: 'Id or name. Default: list all assets.' })),
  }),
  async run({ asset }, { client, links }) {
    const { assets } = await client.assets.list()
    const map = links.toLive()
    if (asset === undefined) {
      const lines = assets.map(({ id, name, kind }) => `${name} (${kind}): ${id}`)
      return {
        text: [...(lines.length > 0 ? lines : ['There are no assets.']), `Map: ${map}`].join('\n'),
        values: { assets, map },
      }
    }
    const match = assets.find(({ id, name }) => id === asset || name.toLowerCase() === asset.toLowerCase())
    if (!match)
      throw new ToolError(`There is no asset ${JSON.stringify(asset)}; call track without asset to list them all.`)
    const live = await client.assets.live(match.id)
    const { state, position } = live
    const positionText = position ? `at ${position.at.join(', ')}, reported ${position.time}` : 'without a position yet'
    return {
      text: `${match.name} is ${state}, ${positionText}.\nMap: ${map}`,
      values: { asset: match, state, position, map },
    }
  },
})

export const tools: readonly Tool[] = [route, matrix, optimize, isochrone, geocode, nearby, track]
