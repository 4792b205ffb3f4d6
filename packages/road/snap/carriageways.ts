import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import { isLink, RoadClass, RoadFlag, TravelMode } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { isOneway, isTunnel, type Snap, type Snapper, type SnapRules } from './snapper.ts'

/** Accuracy of a stop in meters. Both carriageways of a street within this distance are equally good. */
const STOP_ACCURACY_METERS = 30

/**
 * Maximum distance in meters of a stop that was placed on a road deliberately, for example by a vehicle or by map
 * matching. Rounding to six decimals moves a point by less than 0.08 m.
 */
const ON_ROAD_METERS = 0.1

/** Maximum distance in meters between a tunnel and a stop inside it. */
const MAX_IN_TUNNEL_METERS = 10
/** Maximum additional distance in meters of a road outside the tunnel. */
const MAX_EXTRA_OUTSIDE_METERS = 50

/**
 * Returns the roads nearest to a stop. On a divided street, the other carriageways are also candidates, so that the
 * choice depends on the trip and not on a few meters. The same applies to a cycle path and its street. Many cycle paths
 * are mapped without links to the street, although a rider can switch anywhere.
 */
export function findStopSnaps(
  network: RoadNetwork,
  snapper: Snapper,
  latitude: number,
  longitude: number,
  rules: SnapRules,
): Snap[] {
  const nearest = findOutsideTunnels(network, snapper, latitude, longitude, rules)
  // A vehicle with a heading is on one carriageway.
  if (nearest.length === 0 || rules.heading >= 0 || nearest[0].distanceMeters <= ON_ROAD_METERS) return nearest
  const nearbyRadiusMeters = Math.min(rules.radiusMeters, nearest[0].distanceMeters + STOP_ACCURACY_METERS)
  const nearRules = { ...rules, radiusMeters: Math.min(rules.radiusMeters, STOP_ACCURACY_METERS) }
  const otherSnaps = findCarriageways(network, snapper, latitude, longitude, nearest, nearRules)
  if (nearest.every((snap) => isCyclePath(network, snap.edge)))
    otherSnaps.push(
      ...snapper.nearest(latitude, longitude, { ...rules, radiusMeters: nearbyRadiusMeters, onStreet: true }),
    )
  for (const other of otherSnaps) if (!nearest.some((snap) => snap.edge === other.edge)) nearest.push(other)
  return nearest
}

/**
 * Returns the nearest roads, preferably outside tunnels. A castle above a tunnel is reached by the street next to the
 * castle. A stop on the line of the tunnel was placed there deliberately.
 */
function findOutsideTunnels(
  network: RoadNetwork,
  snapper: Snapper,
  latitude: number,
  longitude: number,
  rules: SnapRules,
): Snap[] {
  const nearest = snapper.nearest(latitude, longitude, rules)
  const meters = nearest[0]?.distanceMeters ?? 0
  if (rules.heading >= 0 || meters <= MAX_IN_TUNNEL_METERS || !nearest.every((snap) => isTunnel(network, snap.edge)))
    return nearest
  const radiusMeters = Math.min(rules.radiusMeters, meters + MAX_EXTRA_OUTSIDE_METERS)
  const outsideSnap = snapper.nearest(latitude, longitude, { ...rules, radiusMeters, outsideTunnels: true })
  return outsideSnap.length > 0 ? outsideSnap : nearest
}

function findCarriageways(
  network: RoadNetwork,
  snapper: Snapper,
  latitude: number,
  longitude: number,
  nearest: readonly Snap[],
  rules: SnapRules,
): Snap[] {
  const [{ edge, segment }] = nearest
  if (!nearest.every((snap) => canBeDivided(network, snap.edge, edge))) return []
  const bearing = drivingBearing(network, edge, segment)
  const carriagewayRules = { ...rules, carriagewayOf: edge }
  const findToward = (heading: number) =>
    snapper.nearest(latitude, longitude, { ...carriagewayRules, heading: heading % 360 })
  // A one-way road is itself the carriageway in its direction.
  return isOneway(network.edges, edge)
    ? findToward(bearing + 180)
    : [...findToward(bearing), ...findToward(bearing + 180)].filter(isBeside)
}

function isCyclePath({ edges, roads }: RoadNetwork, edge: number): boolean {
  const road = edges.road[edge]
  return roads.roadClass[road] === RoadClass.cycleway && roads.mode[2 * road] === TravelMode.cycling
}

/**
 * Returns false for roads that begin or end at the nearest point, because they continue the street instead of running
 * along it.
 */
function isBeside({ fraction }: Snap): boolean {
  return fraction > 0 && fraction < 1
}

/** Returns true for an edge of the same street as `first` that may have other carriageways. */
function canBeDivided({ edges, roads }: RoadNetwork, edge: number, first: number): boolean {
  const road = edges.road[edge]
  if (isLink(roads.roadClass[road]) || (roads.flags[road] & (RoadFlag.roundabout | RoadFlag.circular)) !== 0)
    return false
  if (roads.name[road] !== roads.name[edges.road[first]] || isOneway(edges, edge) !== isOneway(edges, first))
    return false
  return roads.name[road] !== 0 || isOneway(edges, edge)
}

function drivingBearing({ edges }: RoadNetwork, edge: number, segment: number): number {
  const { shapeLatitude, shapeLongitude } = edges
  const ruler = rulerAt(shapeLatitude[segment] * 1e-6)
  const dx = wrapMicrodegrees(shapeLongitude[segment + 1] - shapeLongitude[segment]) * ruler.perLongitudeDegree
  const dy = (shapeLatitude[segment + 1] - shapeLatitude[segment]) * ruler.perLatitudeDegree
  const bearing = (Math.atan2(dx, dy) * 180) / Math.PI
  return bearing + (edges.arc[2 * edge] === NO_ID ? 540 : 360)
}
