import { RoadClass, RoadFlag } from '@fairway/road'
import type { TrafficRegion } from './rules.ts'
import { isUnpaved } from './speed/surface.ts'
import { isMinorService } from './speed/weight-factor.ts'
import { readTollFlags } from './tolls/read-charges.ts'
import type { WayTags } from './way-tags.ts'

/** Reads the flags that depend only on tags. The caller adds `oneway` and `hovOnly`, which depend on the directions. */
export function readRoadFlags(tags: WayTags, roadClass: RoadClass, leftHandTraffic: boolean): number {
  let flags = 0
  const junction = tags.get('junction')
  if (junction === 'roundabout') flags |= RoadFlag.roundabout
  else if (junction === 'circular') flags |= RoadFlag.circular
  flags |= readTollFlags(tags)
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
 * Returns whether traffic drives on the left. An explicit `driving_side` overrides the country, as on roads at borders
 * between countries that drive on different sides.
 */
export function drivesOnLeft(tags: WayTags, region: TrafficRegion): boolean {
  const drivingSide = tags.get('driving_side')
  return drivingSide === 'left' || (drivingSide !== 'right' && region.leftHandTraffic)
}

/** Returns whether the value means a tunnel for drivers. Building passages and culverts are not tunnels. */
function isTunnel(tunnel: string | undefined): boolean {
  return isSet(tunnel) && tunnel !== 'building_passage' && tunnel !== 'culvert'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'no' && value !== ''
}
