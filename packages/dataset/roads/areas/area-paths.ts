import { RoadFlag } from '@fairway/road'
import { Float64Builder, Uint32Builder } from '../../osm/growing.ts'
import type { RawRoads } from '../collect.ts'
import type { RoadRules } from '../rules/rules.ts'
import { getTrafficRegion } from '../rules/speed/country.ts'
import type { TravelRules } from '../rules/travel-rules.ts'
import { findCrossings } from './find-crossings.ts'
import { type Area, listAreas } from './list-areas.ts'
import { type RuledRoads, TouchingWays } from './touching-ways.ts'

/**
 * Adds straight paths across squares, parking lots and platforms, and adds the outlines of multipolygons. The added
 * ways have the tags of the area and the ID of its first way.
 */
export function withAreaPaths(
  rawRoads: RawRoads,
  rules: readonly (RoadRules | undefined)[],
  travelRules: TravelRules,
): RuledRoads {
  if (!travelRules.crossesAreas) return { raw: rawRoads, rules }
  const writer = new PathWriter(rawRoads, rules)
  const usableAreas = listAreas(rawRoads).flatMap((area) => {
    const areaRules = readAreaRules(rawRoads, area, travelRules)
    return areaRules ? [{ area, areaRules }] : []
  })
  for (const { area, areaRules } of usableAreas) {
    for (const way of area.outline) if (!rules[way]) writer.addOutline(way, area, areaRules)
  }
  const touching = new TouchingWays(
    writer.finish(),
    usableAreas.map(({ area }) => area),
  )
  for (const { area, areaRules } of usableAreas) {
    const crossingRules = { ...areaRules, flags: areaRules.flags | RoadFlag.areaCrossing }
    const isEntrance = touching.entrancesOf(area)
    for (const crossing of findCrossings(area.rings, isEntrance, rawRoads.nodes))
      writer.add(crossing, area, crossingRules)
  }
  return writer.finish()
}

function readAreaRules({ nodes }: RawRoads, { tags, rings }: Area, { readWay }: TravelRules): RoadRules | undefined {
  const [[node]] = rings
  return readWay(tags, getTrafficRegion(nodes.latitude[node] / 1e6, nodes.longitude[node] / 1e6))
}

class PathWriter {
  private readonly source: RawRoads
  private readonly rules: (RoadRules | undefined)[]
  private readonly tags: ReadonlyMap<string, string>[]
  private readonly id = new Float64Builder()
  private readonly refFirst = new Uint32Builder()
  private readonly node = new Uint32Builder()

  constructor(source: RawRoads, rules: readonly (RoadRules | undefined)[]) {
    this.source = source
    this.rules = [...rules]
    this.tags = [...source.ways.tags]
  }

  add(nodes: Iterable<number>, { tags, outline }: Area, rules: RoadRules, id = this.source.ways.id[outline[0]]): void {
    this.id.push(id)
    this.refFirst.push(this.source.ways.node.length + this.node.length)
    for (const node of nodes) this.node.push(node)
    this.tags.push(tags)
    this.rules.push(rules)
  }

  addOutline(way: number, area: Area, rules: RoadRules): void {
    const { node, refFirst, id } = this.source.ways
    this.add(node.subarray(refFirst[way], refFirst[way + 1]), area, rules, id[way])
  }

  finish(): RuledRoads {
    const { source, rules, tags } = this
    const { ways } = source
    const node = concatenate(new Uint32Array(ways.node.length + this.node.length), ways.node, this.node.finish())
    const count = ways.count + this.id.length
    const refFirst = new Uint32Array(count + 1)
    refFirst.set(ways.refFirst)
    refFirst.set(this.refFirst.finish(), ways.count)
    refFirst[count] = node.length
    const id = concatenate(new Float64Array(count), ways.id, this.id.finish())
    return { raw: { ...source, ways: { count, id, refFirst, node, tags } }, rules }
  }
}

function concatenate<Numbers extends Uint32Array | Float64Array>(target: Numbers, a: Numbers, b: Numbers): Numbers {
  target.set(a)
  target.set(b, a.length)
  return target
}
