import type { Position } from '@fairway/geo'
import type { Outline } from '../model.ts'

/**
 * Writes QGroundControl's `.plan` file, which ground stations load and upload to the aircraft (docs.qgroundcontrol.com,
 * "Plan File Format").
 */

export interface PlannedFlight {
  /** Line from takeoff to landing. Multiple points at the takeoff position are flown as one climb. */
  readonly line: readonly Position[]
  /** Altitude at each point. */
  readonly altitudesMeters: readonly number[]
  readonly altitudesAre: 'above-sea' | 'above-take-off'
  /** Elevation of the takeoff position above sea level, if known. */
  readonly takeOffElevationM?: number
  readonly cruiseSpeedMs: number
  /**
   * Ground speed toward each point, which differs from the cruise speed in wind and over steep terrain. Default: the
   * cruise speed.
   */
  readonly groundSpeedsMs?: readonly (number | undefined)[]
  /** Outlines to avoid. The autopilot also enforces them as geofences. */
  readonly keepOutOutlines: readonly Outline[]
}

/** MAVLink constants: MAV_CMD, MAV_FRAME, MAV_AUTOPILOT (12: PX4), MAV_TYPE (2: quadrotor). */
const NAV_WAYPOINT = 16
const NAV_LAND = 21
const NAV_TAKEOFF = 22
const DO_CHANGE_SPEED = 178
const FRAME_ABOVE_SEA = 0
const FRAME_MISSION = 2
const FRAME_ABOVE_TAKE_OFF = 3
const AUTOPILOT_PX4 = 12
const VEHICLE_QUADROTOR = 2

/** Altitude modes in QGroundControl: relative to takeoff, or above sea level. */
const ALTITUDE_MODE_RELATIVE = 1
const ALTITUDE_MODE_ABOVE_SEA = 2

/** Speed type for DO_CHANGE_SPEED. Multicopters hold ground speed and do not measure airspeed. */
const SPEED_TYPE_GROUND = 1
/** Minimum speed change for which a command is added, in m/s. */
const MIN_SPEED_CHANGE = 0.1

/** Minimum altitude of a takeoff command above the takeoff position. */
const MIN_TAKEOFF_ALTITUDE_METERS = 5

type Parameter = number | null

interface SimpleItem {
  readonly type: 'SimpleItem'
  readonly AMSLAltAboveTerrain?: null
  readonly Altitude?: number
  readonly AltitudeMode?: number
  readonly autoContinue: true
  readonly command: number
  readonly doJumpId: number
  readonly frame: number
  readonly params: readonly Parameter[]
}

/** Returns the plan file as an object to serialize as JSON. */
export function toPlanFile(flight: PlannedFlight) {
  const home = flight.line[0]
  return {
    fileType: 'Plan',
    version: 1,
    groundStation: 'QGroundControl',
    mission: {
      version: 2,
      firmwareType: AUTOPILOT_PX4,
      vehicleType: VEHICLE_QUADROTOR,
      cruiseSpeed: flight.cruiseSpeedMs,
      hoverSpeed: flight.cruiseSpeedMs,
      globalPlanAltitudeMode: flight.altitudesAre === 'above-sea' ? ALTITUDE_MODE_ABOVE_SEA : ALTITUDE_MODE_RELATIVE,
      plannedHomePosition: [...home.map(roundDegrees), roundMeters(flight.takeOffElevationM ?? 0)],
      items: toMissionItems(flight),
    },
    geoFence: {
      version: 2,
      circles: toFenceCircles(flight.keepOutOutlines),
      polygons: toFencePolygons(flight.keepOutOutlines),
    },
    rallyPoints: { version: 2, points: [] },
  }
}

/** Builds the mission: a vertical climb, the flight from point to point, and the landing. */
function toMissionItems(flight: PlannedFlight): SimpleItem[] {
  const { line, altitudesMeters } = flight
  const items: SimpleItem[] = []
  const addCommand = (command: number, [latitude, longitude]: Position, altitude: number) => {
    const params = [0, 0, 0, null, roundDegrees(latitude), roundDegrees(longitude), roundMeters(altitude)]
    items.push({
      ...makeItem(items.length + 1, command, params, toFrame(flight)),
      ...toDisplayedAltitude(flight, altitude),
    })
  }
  const last = line.length - 1
  const climbEndIndex = findClimbEnd(line)
  const baseAltitudeMeters = flight.altitudesAre === 'above-sea' ? (flight.takeOffElevationM ?? altitudesMeters[0]) : 0
  addCommand(
    NAV_TAKEOFF,
    line[0],
    Math.max(baseAltitudeMeters + MIN_TAKEOFF_ALTITUDE_METERS, altitudesMeters[climbEndIndex]),
  )
  let speed = Number.NaN
  const setSpeed = (next: number) => {
    if (Math.abs(next - speed) < MIN_SPEED_CHANGE) return
    speed = next
    const params = [SPEED_TYPE_GROUND, roundMeters(speed), -1, 0, 0, 0, 0]
    items.push(makeItem(items.length + 1, DO_CHANGE_SPEED, params, FRAME_MISSION))
  }
  for (let index = climbEndIndex + 1; index < last; index++) {
    setSpeed(flight.groundSpeedsMs?.[index] ?? flight.cruiseSpeedMs)
    addCommand(NAV_WAYPOINT, line[index], altitudesMeters[index])
  }
  if (Number.isNaN(speed)) setSpeed(flight.cruiseSpeedMs)
  addCommand(NAV_LAND, line[last], altitudesMeters[last])
  return items
}

function findClimbEnd(line: readonly Position[]): number {
  let index = 0
  while (index + 2 < line.length && line[index + 1][0] === line[0][0] && line[index + 1][1] === line[0][1]) index++
  return index
}

function toFrame({ altitudesAre }: PlannedFlight): number {
  return altitudesAre === 'above-sea' ? FRAME_ABOVE_SEA : FRAME_ABOVE_TAKE_OFF
}

/** Returns the altitude display fields, which only position items have. */
function toDisplayedAltitude({ altitudesAre }: PlannedFlight, altitude: number) {
  const AltitudeMode = altitudesAre === 'above-sea' ? ALTITUDE_MODE_ABOVE_SEA : ALTITUDE_MODE_RELATIVE
  return { AMSLAltAboveTerrain: null, Altitude: roundMeters(altitude), AltitudeMode }
}

function makeItem(doJumpId: number, command: number, params: readonly Parameter[], frame: number): SimpleItem {
  return { type: 'SimpleItem', autoContinue: true, command, doJumpId, frame, params }
}

function toFenceCircles(outlines: readonly Outline[]) {
  return outlines
    .filter((outline) => outline.kind === 'circle')
    .map(({ center, radiusMeters }) => ({
      version: 1,
      inclusion: false,
      circle: { center: [...center], radius: roundMeters(radiusMeters) },
    }))
}

/**
 * Converts outlines to fence polygons. Fence polygons cannot have holes, so two identical edges in opposite directions
 * connect each hole to the outline. Autopilots count ray crossings, and a ray crosses both edges or neither, so the
 * connection has no effect.
 */
function toFencePolygons(outlines: readonly Outline[]) {
  return outlines
    .filter((outline) => outline.kind === 'polygon')
    .map(({ outer, holes }) => ({
      version: 1,
      inclusion: false,
      polygon:
        holes.length === 0 ? outer : [...outer, ...holes.flatMap((hole) => [outer[0], ...hole, hole[0]]), outer[0]],
    }))
}

/** Rounds to centimeters, because people also read these files. */
function roundMeters(meters: number): number {
  return Math.round(meters * 100) / 100
}

/** Rounds to about one centimeter, the precision of MAVLink. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
