import { RoadClass } from '@fairway/road'
import type { Tags } from '../rules.ts'

/** Kind of a way for pedestrians and cyclists: a `highway` value or the kind of another object. */
export interface PathKind {
  readonly name: string
  readonly roadClass: RoadClass
}

const classByHighway = new Map<string, RoadClass>([
  ['motorway', RoadClass.motorway],
  ['motorway_link', RoadClass.motorwayLink],
  ['trunk', RoadClass.trunk],
  ['trunk_link', RoadClass.trunkLink],
  ['primary', RoadClass.primary],
  ['primary_link', RoadClass.primaryLink],
  ['secondary', RoadClass.secondary],
  ['secondary_link', RoadClass.secondaryLink],
  ['tertiary', RoadClass.tertiary],
  ['tertiary_link', RoadClass.tertiaryLink],
  ['unclassified', RoadClass.unclassified],
  ['road', RoadClass.unclassified],
  ['residential', RoadClass.residential],
  ['living_street', RoadClass.livingStreet],
  ['service', RoadClass.service],
  ['track', RoadClass.track],
  ['pedestrian', RoadClass.pedestrian],
  ['path', RoadClass.path],
  ['bridleway', RoadClass.path],
  ['footway', RoadClass.footway],
  ['corridor', RoadClass.footway],
  ['platform', RoadClass.footway],
  ['pier', RoadClass.footway],
  ['cycleway', RoadClass.cycleway],
  ['steps', RoadClass.steps],
])

/** Values of `highway` for ways that do not exist yet or no longer exist. No access tag opens these ways. */
const unusableHighways = new Set(['construction', 'proposed', 'planned', 'abandoned', 'razed', 'no'])

/** Returns the kind of a way, or undefined if people cannot walk on it. */
export function findPathKind(tags: Tags): PathKind | undefined {
  const highway = tags.get('highway')
  if (highway !== undefined && highway !== '') {
    if (unusableHighways.has(highway)) return undefined
    return { name: highway, roadClass: classByHighway.get(highway) ?? RoadClass.other }
  }
  if (tags.get('bridge') === 'movable') return { name: 'movable', roadClass: RoadClass.other }
  const railway = tags.get('railway')
  if (railway === 'platform' || tags.get('public_transport') === 'platform')
    return { name: 'platform', roadClass: RoadClass.footway }
  const amenity = tags.get('amenity')
  if (amenity === 'parking' || amenity === 'parking_entrance') return { name: 'parking', roadClass: RoadClass.other }
  if (tags.get('man_made') === 'pier') return { name: 'man_made=pier', roadClass: RoadClass.footway }
  if (railway === undefined || unusableHighways.has(railway)) return undefined
  return { name: 'railway', roadClass: RoadClass.train }
}
