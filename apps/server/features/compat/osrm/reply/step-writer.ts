import { asciiLiteral, type JsonWriter, type Literal } from '@fairway/road'
import type { Point } from '../request/coordinates.ts'
import { modeLiterals, modifierLiterals, sideLiterals, typeLiterals } from './maneuver-literals.ts'
import type { NativeManeuver, NativeStep } from './native-route.ts'
import { writeTenths, writeValue } from './values.ts'

const keys = {
  exit: asciiLiteral(',"exit":'),
  location: asciiLiteral(',"location":'),
  bearingBefore: asciiLiteral(',"bearing_before":'),
  bearingAfter: asciiLiteral(',"bearing_after":'),
  ref: asciiLiteral(',"ref":'),
  pronunciation: asciiLiteral(',"pronunciation":'),
  destinations: asciiLiteral(',"destinations":'),
  exits: asciiLiteral(',"exits":'),
  rotaryName: asciiLiteral(',"rotary_name":'),
  intersections: asciiLiteral(',"intersections":[{"location":'),
  bearings: asciiLiteral(',"bearings":['),
  comma: asciiLiteral(','),
  departure: asciiLiteral('],"entry":[true],"out":0'),
  arrival: asciiLiteral('],"entry":[true],"in":0'),
  turnBack: asciiLiteral('],"entry":[true],"in":0,"out":0'),
  fromFirst: asciiLiteral('],"entry":[false,true],"in":0,"out":1'),
  fromSecond: asciiLiteral('],"entry":[true,false],"in":1,"out":0'),
  lanes: asciiLiteral(',"lanes":'),
  weight: asciiLiteral('}],"weight":'),
  duration: asciiLiteral(',"duration":'),
  distance: asciiLiteral(',"distance":'),
  closeObject: asciiLiteral('}'),
}

/** Writes the fields of an OSRM step after its geometry, and closes the object. */
export function writeStep(json: JsonWriter, step: NativeStep): void {
  writeManeuver(json, step.maneuver)
  json.literal(modeLiterals.get(step.mode)).literal(sideLiterals.get(step.driving_side))
  json.string(step.name)
  writeText(json, keys.ref, step.ref)
  writeText(json, keys.pronunciation, step.pronunciation)
  writeText(json, keys.destinations, step.destinations)
  writeText(json, keys.exits, step.exits)
  writeText(json, keys.rotaryName, step.rotary_name)
  writeIntersection(json, step)
  writeTenths(json.literal(keys.weight), step.duration_s)
  writeTenths(json.literal(keys.duration), step.duration_s)
  writeTenths(json.literal(keys.distance), step.distance_m)
  json.literal(keys.closeObject)
}

function writeManeuver(json: JsonWriter, maneuver: NativeManeuver): void {
  const { type, modifier, exit, at, bearing_before, bearing_after } = maneuver
  json.literal(typeLiterals.get(type))
  if (modifier !== undefined) json.literal(modifierLiterals.get(modifier))
  if (exit !== undefined) json.literal(keys.exit).integer(exit)
  writeLocation(json.literal(keys.location), at)
  json.literal(keys.bearingBefore).integer(bearing_before).literal(keys.bearingAfter).integer(bearing_after)
}

function writeText(json: JsonWriter, key: Literal, value: string | undefined): void {
  if (value !== undefined) json.literal(key).string(value)
}

/** Writes the longitude first, as in OSRM and GeoJSON. */
function writeLocation(json: JsonWriter, [latitude, longitude]: Point): void {
  json.point(Math.round(longitude * 1e6), Math.round(latitude * 1e6))
}

/** Writes the intersection at which the maneuver takes place. Only the two roads that the route uses are known. */
function writeIntersection(json: JsonWriter, { maneuver, lanes }: NativeStep): void {
  const { type, bearing_before, bearing_after, at } = maneuver
  // Bearings point away from the intersection.
  const backward = (bearing_before + 180) % 360
  writeLocation(json.literal(keys.intersections), at)
  json.literal(keys.bearings)
  if (type === 'depart') json.integer(bearing_after).literal(keys.departure)
  else if (type === 'arrive') json.integer(backward).literal(keys.arrival)
  else {
    if (backward === bearing_after) json.integer(backward).literal(keys.turnBack)
    else if (backward < bearing_after)
      json.integer(backward).literal(keys.comma).integer(bearing_after).literal(keys.fromFirst)
    else json.integer(bearing_after).literal(keys.comma).integer(backward).literal(keys.fromSecond)
    if (lanes) writeValue(json.literal(keys.lanes), lanes)
  }
}
