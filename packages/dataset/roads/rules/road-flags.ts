import { RoadClass, RoadFlag } from '@fairway/road'
import type { TrafficRegion } from './rules.ts'
import { isUnpaved } from './speed/surface.ts'
import { isMinorService } from './speed/weight-factor.ts'
import { directedKey, type WayTags } from './way-tags.ts'

/** Flags from tags alone. `oneway` and `hovOnly` depend on the directions and are added by the caller. */
export function readRoadFlags(tags: WayTags, roadClass: RoadClass, leftHandTraffic: boolean): number {
  let flags = 0
  const junction = tags.get('junction')
  if (junction === 'roundabout') flags |= RoadFlag.roundabout
  else if (junction === 'circular') flags |= RoadFlag.circular
  if (isTolled(tags)) flags |= RoadFlag.toll
  if (isTunnel(tags.get('tunnel'))) flags |= RoadFlag.tunnel
  if (isSet(tags.get('bridge'))) flags |= RoadFlag.bridge
  if (isSet(tags.get('ford'))) flags |= RoadFlag.ford
  if (isUnpaved(tags)) flags |= RoadFlag.unpaved
  if (roadClass === RoadClass.service && isMinorService(tags)) flags |= RoadFlag.minorService
  if (leftHandTraffic) flags |= RoadFlag.leftHandTraffic
  if (roadClass <= RoadClass.motorwayLink || tags.get('motorroad') === 'yes') flags |= RoadFlag.motorway
  return flags
}

/**
 * An explicit `driving_side` overrides the country, as on roads at borders and on bridges between countries that drive
 * on different sides.
 */
export function drivesOnLeft(tags: WayTags, region: TrafficRegion): boolean {
  const drivingSide = tags.get('driving_side')
  return drivingSide === 'left' || (drivingSide !== 'right' && region.leftHandTraffic)
}

const tollKeys = ['toll:motorcar', 'toll:motor_vehicle', 'toll'].map((key) => directedKey(key))

/** Tags for cars override tags for all vehicles. A toll for trucks (`toll:hgv`) is ignored. */
function isTolled(tags: WayTags): boolean {
  for (const key of tollKeys) {
    const value = tags.findUndirected(key) ?? tags.findDirected(key, 'forward') ?? tags.findDirected(key, 'backward')
    if (value !== undefined) return value === 'yes' || value === 'true' || value === '1'
  }
  return false
}

/** For drivers, building passages and culverts are not tunnels. */
function isTunnel(tunnel: string | undefined): boolean {
  return isSet(tunnel) && tunnel !== 'building_passage' && tunnel !== 'culvert'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'no' && value !== ''
}
