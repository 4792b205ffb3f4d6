import type { StreetMap } from './av-streets.ts'

type Node = readonly [latitude: number, longitude: number]

/** Fields of a domain document that describe roads. */
export interface OddJson {
  readonly areas: { readonly coordinates: readonly (readonly (readonly [number, number])[])[] }
  readonly roads: {
    readonly classes: readonly string[]
    readonly max_speed_limit_kmh?: number
    readonly exclude?: readonly string[]
  }
}

export interface CheckedPath {
  /** Rules of the domain that the route violates. */
  readonly violations: readonly string[]
  /** Number of road segments checked. */
  readonly segments: number
}

const UNPAVED_SURFACE_PATTERN = /^(unpaved|gravel|fine_gravel|dirt|ground|earth|grass|sand|mud|pebblestone|compacted)$/

/** Follows the line of a reply along the OSM ways and checks each way independently of the router. */
export function checkPath(streets: StreetMap, odd: OddJson, geometry: readonly Node[]): CheckedPath {
  const line = geometry.map(([latitude, longitude]): Node => [Math.round(latitude * 1e6), Math.round(longitude * 1e6)])
  const nodes = line.filter((node, i) => i === 0 || String(node) !== String(line[i - 1]))
  const violations: string[] = []
  let segments = 0
  nodes.forEach((to, i) => {
    const from = nodes[i - 1]
    for (const point of from ? interpolateNodes(from, to) : [to]) {
      if (!isInside(odd, point)) violations.push(`area: ${point} is outside`)
    }
    if (!from) return
    segments++
    const isEnd = i === 1 || i === nodes.length - 1
    const street = streets.get(from, to) ?? (isEnd ? streets.findAt(from, to) : undefined)
    if (!street) violations.push(`no street leads from ${from} to ${to}`)
    else
      violations.push(...listRoadViolations(odd, street.tags).map((violation) => `${violation} from ${from} to ${to}`))
    const before = nodes[i - 2]
    if (before && crossesTraffic(streets, odd, before, from, to)) violations.push(`unprotected_turns at ${from}`)
  })
  return { violations, segments }
}

function listRoadViolations({ roads }: OddJson, tags: Readonly<Record<string, string>>): string[] {
  const excluded = new Set(roads.exclude ?? [])
  const isSet = (tag: string | undefined, ...otherValues: string[]) =>
    tag !== undefined && !['no', ...otherValues].includes(tag)
  const limit = Number.parseFloat(tags.maxspeed ?? '')
  return [
    ...(roads.classes.includes((tags.highway ?? '').replace(/_link$/, '')) ? [] : [`road_class ${tags.highway}`]),
    ...(limit > (roads.max_speed_limit_kmh ?? Number.POSITIVE_INFINITY) ? [`max_speed_limit ${tags.maxspeed}`] : []),
    ...(excluded.has('tunnels') && isSet(tags.tunnel, 'building_passage', 'culvert') ? ['tunnels'] : []),
    ...(excluded.has('bridges') && isSet(tags.bridge) ? ['bridges'] : []),
    ...(excluded.has('unpaved') && UNPAVED_SURFACE_PATTERN.test(tags.surface ?? '') ? [`unpaved ${tags.surface}`] : []),
    ...(excluded.has('roundabouts') && /^(roundabout|circular)$/.test(tags.junction ?? '') ? ['roundabouts'] : []),
  ]
}

/**
 * Returns whether the path makes a left turn without a signal while oncoming traffic is possible. Montevideo drives on
 * the right.
 */
function crossesTraffic(streets: StreetMap, { roads }: OddJson, before: Node, node: Node, after: Node): boolean {
  if (!roads.exclude?.includes('unprotected_turns') || streets.hasSignals(node)) return false
  if (!streets.get(before, node) || !streets.get(node, after)) return false
  const turn = angleDifference(bearing(before, node), bearing(node, after))
  if (!(turn < -75 && turn > -105)) return false
  return streets.listNeighbors(node).some(([neighbor]) => {
    if ([String(before), String(after)].includes(String(neighbor))) return false
    const isDriven =
      streets.get(neighbor, node)?.isDriven &&
      /^(primary|secondary|tertiary|residential)$/.test(streets.get(neighbor, node)?.tags.highway ?? '')
    return isDriven && Math.abs(angleDifference(bearing(node, before), bearing(node, neighbor))) > 165
  })
}

function bearing(a: Node, b: Node): number {
  const narrow = Math.cos((a[0] * 1e-6 * Math.PI) / 180)
  return (Math.atan2((b[1] - a[1]) * narrow, b[0] - a[0]) * 180) / Math.PI
}

function angleDifference(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180
}

function interpolateNodes(a: Node, b: Node): Node[] {
  return Array.from({ length: 5 }, (_, i): Node => [a[0] + (i / 4) * (b[0] - a[0]), a[1] + (i / 4) * (b[1] - a[1])])
}

/**
 * Returns whether a node is inside the outer border of the domain but outside all holes. The rings contain [longitude,
 * latitude] in degrees.
 */
function isInside({ areas }: OddJson, [y, x]: Node): boolean {
  const [outer = [], ...holes] = areas.coordinates
  return isInsideRing(outer, y * 1e-6, x * 1e-6) && !holes.some((hole) => isInsideRing(hole, y * 1e-6, x * 1e-6))
}

function isInsideRing(ring: readonly (readonly [number, number])[], py: number, px: number): boolean {
  let angle = 0
  for (let i = 1; i < ring.length; i++) {
    const [ax = 0, ay = 0] = ring[i - 1] ?? []
    const [bx = 0, by = 0] = ring[i] ?? []
    angle += Math.atan2((ax - px) * (by - py) - (ay - py) * (bx - px), (ax - px) * (bx - px) + (ay - py) * (by - py))
  }
  return Math.abs(angle) > Math.PI
}
