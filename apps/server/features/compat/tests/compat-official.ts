import { parsePolylinePoints } from '@fairway/geo'
import {
  AddressType,
  type DirectionsResponseData,
  type DirectionsRoute,
  GeocodedWaypointStatus,
  Maneuver,
  Status,
  TravelMode,
} from '@googlemaps/google-maps-services-js'
import { expect, expectTypeOf } from 'vitest'
import type { AddressTypeName } from '../google/address-types.ts'
import type { DirectionsStatus as OurStatus } from '../google/refusals.ts'

/** These lines do not compile if Fairway uses a value that the official types lack. */
expectTypeOf<OurStatus>().toExtend<`${Status}`>()
expectTypeOf<AddressTypeName>().toExtend<`${AddressType}`>()

const statuses: readonly string[] = Object.values(Status)
const geocoderStatuses: readonly string[] = Object.values(GeocodedWaypointStatus)
const addressTypes: readonly string[] = Object.values(AddressType)
const maneuvers: readonly string[] = Object.values(Maneuver)
const travelModes: readonly string[] = Object.values(TravelMode)

type Leg = DirectionsRoute['legs'][number]

/** Expects a reply to match the official client's types, as far as they cover driving. */
export function expectOfficial(data: DirectionsResponseData): DirectionsResponseData {
  expect(statuses).toContain(data.status)
  if (data.status === Status.OK) expect(data.routes.length).toBeGreaterThan(0)
  else expect([data.routes, data.error_message]).toEqual([[], expect.stringMatching(/\w{3}/)])
  for (const waypoint of data.geocoded_waypoints) {
    expect(geocoderStatuses).toContain(waypoint.geocoder_status)
    expect(waypoint.partial_match).toBeTypeOf('boolean')
    for (const type of waypoint.types) expect(addressTypes).toContain(type)
    if (waypoint.geocoder_status === GeocodedWaypointStatus.OK) expect(waypoint.place_id).toMatch(/\w{3}/)
  }
  for (const route of data.routes) expectRoute(route)
  return data
}

function expectRoute(route: DirectionsRoute): void {
  expect(route).toMatchObject({
    summary: expect.any(String),
    copyrights: expect.stringMatching(/\w{3}/),
    warnings: expect.any(Array),
    bounds: { northeast: place, southwest: place },
  })
  expect(parsePolylinePoints(route.overview_polyline.points, 5)?.length).toBeGreaterThan(1)
  for (const position of route.waypoint_order) expect(Number.isInteger(position)).toBe(true)
  for (const leg of route.legs) expectLeg(leg)
}

function expectLeg(leg: Leg): void {
  expect(leg).toMatchObject({
    distance: amount,
    duration: amount,
    duration_in_traffic: amount,
    start_address: expect.any(String),
    end_address: expect.any(String),
    start_location: place,
    end_location: place,
  })
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  expect(sum(leg.steps.map(({ distance }) => distance.value))).toBe(leg.distance.value)
  expect(sum(leg.steps.map(({ duration }) => duration.value))).toBe(leg.duration.value)
  leg.steps.forEach((step, at) => {
    expect(step).toMatchObject({
      distance: amount,
      duration: amount,
      start_location: place,
      end_location: place,
      html_instructions: expect.stringMatching(/\S/),
    })
    // The first step of a leg has no maneuver, although the types require one.
    if (step.maneuver !== undefined) expect(maneuvers).toContain(step.maneuver)
    // The format uses uppercase where the types use lowercase.
    expect(step.travel_mode).toBe('DRIVING')
    expect(travelModes).toContain(step.travel_mode.toLowerCase())
    expect(parsePolylinePoints(step.polyline.points, 5)).toBeDefined()
    const next = leg.steps[at + 1]
    if (next) expect(step.end_location).toEqual(next.start_location)
  })
}

const place = { lat: expect.any(Number), lng: expect.any(Number) }
const amount = { value: expect.any(Number), text: expect.stringMatching(/\d/) }
