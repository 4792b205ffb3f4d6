import { RoadClass, RoadFlag, TravelMode } from '../../network/attributes.ts'
import type { Tags } from './map-source.ts'

/**
 * Way attributes in the test network. The test network interprets a few tags with simplified car rules. The real rules
 * are in the dataset package.
 */
export interface RoadSpec {
  readonly roadClass: number
  readonly mode: number
  readonly flags: number
  readonly lanes: number
  readonly name: string
  readonly ref: string
  readonly pronunciation: string
  readonly exits: string
  readonly destinations: readonly [string, string]
  readonly turnLanes: readonly [string, string]
  readonly forwardKmh: number
  readonly backwardKmh: number
  readonly restricted: boolean
}

const classByHighway: Readonly<Record<string, readonly [number, number]>> = {
  motorway: [RoadClass.motorway, 90],
  motorway_link: [RoadClass.motorwayLink, 45],
  trunk: [RoadClass.trunk, 85],
  trunk_link: [RoadClass.trunkLink, 40],
  primary: [RoadClass.primary, 65],
  primary_link: [RoadClass.primaryLink, 30],
  secondary: [RoadClass.secondary, 55],
  secondary_link: [RoadClass.secondaryLink, 25],
  tertiary: [RoadClass.tertiary, 40],
  tertiary_link: [RoadClass.tertiaryLink, 20],
  unclassified: [RoadClass.unclassified, 25],
  residential: [RoadClass.residential, 25],
  living_street: [RoadClass.livingStreet, 10],
  service: [RoadClass.service, 15],
}
const closedAccess = new Set(['no', 'agricultural', 'forestry', 'emergency', 'psv', 'private_only'])
const restrictedAccess = new Set(['private', 'destination', 'delivery', 'customers'])
const minorServiceTypes = new Set(['driveway', 'alley', 'parking_aisle', 'drive-through'])

export function toRoadSpec(tags: Tags): RoadSpec | undefined {
  const ferry = tags.route === 'ferry' || tags.route === 'shuttle_train' || tags.railway !== undefined
  const classAndSpeed = classByHighway[tags.highway ?? '']
  if (!ferry && classAndSpeed === undefined) return undefined
  const access = tags.motorcar ?? tags.motor_vehicle ?? tags.vehicle ?? tags.access ?? ''
  if (closedAccess.has(access)) return undefined
  const [roadClass, kmh] = ferry ? [RoadClass.ferry, 5] : (classAndSpeed ?? [RoadClass.other, 5])
  const circle = tags.junction === 'roundabout' || tags.junction === 'circular'
  const oneway = tags.oneway ?? (circle || roadClass === RoadClass.motorway ? 'yes' : 'no')
  const forward = oneway !== '-1'
  const backward = oneway === 'no' || oneway === '-1'
  return {
    roadClass,
    mode: ferry ? TravelMode.ferry : TravelMode.driving,
    flags: toFlags(tags, !(forward && backward)),
    lanes: Number(tags.lanes ?? 0) || 0,
    name: tags.name ?? '',
    ref: (tags.ref ?? '').replaceAll(';', '; '),
    pronunciation: tags['name:pronunciation'] ?? '',
    exits: tags['junction:ref'] ?? '',
    destinations: [toDestinations(tags, 'forward'), toDestinations(tags, 'backward')],
    turnLanes: [
      tags['turn:lanes'] ?? tags['turn:lanes:forward'] ?? '',
      oneway === '-1' ? (tags['turn:lanes'] ?? '') : (tags['turn:lanes:backward'] ?? ''),
    ],
    forwardKmh: forward ? kmh : 0,
    backwardKmh: backward ? kmh : 0,
    restricted: restrictedAccess.has(access),
  }
}

function toFlags(tags: Tags, oneway: boolean): number {
  let flags = oneway ? RoadFlag.oneway : 0
  if (tags.junction === 'roundabout') flags |= RoadFlag.roundabout
  if (tags.junction === 'circular') flags |= RoadFlag.circular
  if (tags.service !== undefined && minorServiceTypes.has(tags.service)) flags |= RoadFlag.minorService
  if (tags.driving_side === 'left') flags |= RoadFlag.leftHandTraffic
  if (tags.highway === 'motorway') flags |= RoadFlag.motorway
  if (tags.bridge === 'yes') flags |= RoadFlag.bridge
  if (tags.tunnel === 'yes') flags |= RoadFlag.tunnel
  return flags
}

function toDestinations(tags: Tags, direction: 'forward' | 'backward'): string {
  const list = (key: string) => (tags[`${key}:${direction}`] ?? tags[key] ?? '').replaceAll(/\s*;\s*/g, ', ')
  const refs = list('destination:ref')
  const names = list('destination')
  return refs && names ? `${refs}: ${names}` : refs || names
}
