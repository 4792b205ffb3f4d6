import { corridorPreferences, MAX_VIA } from '@fairway/air'
import { type Static, Type } from 'typebox'
import { OneOfSchema, SingleLineSchema } from '../../platform/http/schemas.ts'
import { geometryFormats, PointField, TripInstant } from '../road/route/api/schemas.ts'
import { droneRequests } from './examples.ts'

const MAX_AUTHORIZATIONS = 100
const MAX_ID_LENGTH = 200

const flightFormats = ['json', 'plan', 'geojson'] as const
export type FlightFormat = (typeof flightFormats)[number]

/**
 * Creates the schema of an optional number. The air package validates ranges, so that all callers get the same
 * messages.
 */
const OptionalNumber = (description: string) => Type.Optional(Type.Number({ description }))

const AircraftFields = Type.Object(
  {
    cruise_speed_ms: OptionalNumber('Airspeed in m/s, from 0.5 to 400. Default: 15.'),
    range_km: OptionalNumber('Range in still air with a full charge, in kilometers, from 0.01 to 2,000. Default: 30.'),
    reserve_pct: OptionalNumber(
      'Percentage of the range that must be left after landing, from 0 to less than 100. Default: 20.',
    ),
    max_altitude_m: OptionalNumber('Maximum altitude above ground in meters, from 10 to 10,000. Default: 120.'),
    climb_rate_ms: OptionalNumber('Climb and descent rate in m/s, from 0.1 to 100. Default: 3.'),
    wind_limit_ms: OptionalNumber(
      'Maximum wind speed in m/s, from 0 to 150. The aircraft does not fly in stronger wind. Default: 12.',
    ),
  },
  { description: 'The aircraft. Default: a small multicopter.' },
)

export const DroneBody = Type.Object(
  {
    from: PointField('Takeoff position:'),
    to: PointField('Landing position:'),
    via: Type.Optional(
      Type.Array(PointField('A position to fly over:'), {
        maxItems: MAX_VIA,
        description: 'Positions to fly over along the way, in order of travel.',
      }),
    ),
    aircraft: Type.Optional(AircraftFields),
    altitude_m: OptionalNumber(
      'Cruise altitude above ground, or above the takeoff point where there is no terrain data. Minimum: 10. Maximum: 120, or the limit of the aircraft. Default: 100, or the altitude of a corridor.',
    ),
    wind: Type.Optional(
      Type.Object(
        {
          speed_ms: Type.Number({ description: 'Wind speed in m/s, from 0 to 150.' }),
          from_deg: Type.Number({
            description:
              'Direction that the wind comes from, in degrees from north, 0 to 360; a wind from 270 degrees blows toward the east.',
          }),
        },
        { description: 'The wind at cruise altitude, constant along the route. Default: none.' },
      ),
    ),
    depart_at: Type.Optional(
      TripInstant(
        'Takeoff time, in ISO 8601 format. Default: now. Zones and corridors apply only while they are active.',
      ),
    ),
    corridors: Type.Optional(
      OneOfSchema(corridorPreferences, {
        default: 'prefer',
        description:
          '`prefer`: follow corridors where the detour is at most a quarter of the distance flown in them; `only`: fly outside corridors only before the first and after the last corridor; `ignore`: do not use corridors.',
      }),
    ),
    authorisations: Type.Optional(
      Type.Array(SingleLineSchema(MAX_ID_LENGTH, 'The id of a zone.'), {
        maxItems: MAX_AUTHORIZATIONS,
        description:
          'Ids of zones that you are authorized to enter. In the reply, `authorisation_needed` lists the zones that the route enters.',
        examples: [['airport:SUMU']],
      }),
    ),
    margin_m: OptionalNumber('Minimum distance to zones in meters, from 1 to 5,000. Default: 30.'),
    take_off_sea_m: OptionalNumber(
      'Elevation of the takeoff position above sea level in meters, from -500 to 9,000; for positions without terrain data. Used for zones whose altitude limits are relative to sea level. Default: 0.',
    ),
    from_altitude_m: OptionalNumber(
      'Current altitude at the start of the route, for an aircraft that is already in the air, from -500 to 20,000. The reference is the same as for `altitudes_m`. Default: on the ground.',
    ),
    steps: Type.Optional(Type.Boolean({ default: true, description: 'Whether to describe the flight as steps.' })),
    geometry: Type.Optional(
      OneOfSchema(geometryFormats, {
        default: 'points',
        description:
          'Format of the line: `points` (`[[latitude, longitude], …]`), an encoded polyline with a precision of 5 (`polyline`) or 6 decimals (`polyline6`), `geojson` (with altitudes; split where it crosses the date line), or `none`.',
      }),
    ),
    format: Type.Optional(
      OneOfSchema(flightFormats, {
        default: 'json',
        description:
          '`json`: the route; `plan`: a plan file that QGroundControl loads; `geojson`: a GeoJSON Feature with altitudes.',
      }),
    ),
  },
  { examples: droneRequests },
)
export type DroneFields = Static<typeof DroneBody>
