import { corridorWishes, MOST_VIA } from '@fairway/air'
import { type Static, Type } from 'typebox'
import { Line, OneOf } from '../../platform/http/schemas.ts'
import { geometryFormats, PointField, TripInstant } from '../road/route/api/schemas.ts'
import { droneRequests } from './examples.ts'

export const MOST_AUTHORISATIONS = 100
const LONGEST_ID = 200

export const flightFormats = ['json', 'plan', 'geojson'] as const
export type FlightFormat = (typeof flightFormats)[number]

/** The air package validates ranges, so that all callers get the same messages. */
const Measure = (description: string) => Type.Optional(Type.Number({ description }))

const AircraftFields = Type.Object(
  {
    cruise_speed_ms: Measure('Speed through the air in m/s, from 0.5 to 400. Default: 15.'),
    range_km: Measure('How far it gets in calm air with all of its energy, from 0.01 to 2,000. Default: 30.'),
    reserve_pct: Measure('How much of the range must be left after landing, from 0 to below 100. Default: 20.'),
    max_altitude_m: Measure('How high it may fly above ground, from 10 to 10,000. Default: 120.'),
    climb_rate_ms: Measure('How fast it climbs and descends in m/s, from 0.1 to 100. Default: 3.'),
    wind_limit_ms: Measure('In more wind it does not fly, in m/s, from 0 to 150. Default: 12.'),
  },
  { description: 'What flies. Default: a small multicopter.' },
)

export const DroneBody = Type.Object(
  {
    from: PointField('Where it takes off:'),
    to: PointField('Where it lands:'),
    via: Type.Optional(
      Type.Array(PointField('A place to fly over:'), {
        maxItems: MOST_VIA,
        description: 'Places to fly over in between, in this order.',
      }),
    ),
    aircraft: Type.Optional(AircraftFields),
    altitude_m: Measure(
      'Cruise altitude above ground, or above the place of take-off where no terrain is known, at least 10. At most 120, or what the aircraft can. Default: 100, or that of a corridor.',
    ),
    wind: Type.Optional(
      Type.Object(
        {
          speed_ms: Type.Number({ description: 'In m/s, from 0 to 150.' }),
          from_deg: Type.Number({
            description: 'Where it comes from, in degrees from north, 0 to 360: 270 blows to the east.',
          }),
        },
        { description: 'The wind at cruise altitude, the same on the whole way. Default: none.' },
      ),
    ),
    depart_at: Type.Optional(
      TripInstant('When it takes off, ISO 8601. Default: now. Zones and corridors count when they are in force.'),
    ),
    corridors: Type.Optional(
      OneOf(corridorWishes, {
        default: 'prefer',
        description:
          'prefer: follow corridors where that is at most a quarter longer; only: fly outside of them only to the first and from the last; ignore: fly as if there were none.',
      }),
    ),
    authorisations: Type.Optional(
      Type.Array(Line(LONGEST_ID, 'The id of a zone.'), {
        maxItems: MOST_AUTHORISATIONS,
        description: 'Ids of zones that you may fly into; those it needed are in authorisation_needed of the reply.',
        examples: [['airport:SUMU']],
      }),
    ),
    margin_m: Measure('How far to stay away from zones, from 1 to 5,000. Default: 30.'),
    take_off_sea_m: Measure(
      'How high from lies above the sea, where no terrain data says so, from -500 to 9,000. Counts for zones whose limits are above the sea. Default: 0.',
    ),
    from_altitude_m: Measure(
      'How high it is at from already, for one in the air, measured as altitudes_m are, from -500 to 20,000. Default: on the ground.',
    ),
    steps: Type.Optional(Type.Boolean({ default: true, description: 'What is flown, in words.' })),
    geometry: Type.Optional(
      OneOf(geometryFormats, {
        default: 'points',
        description:
          'How the line is written: points [[latitude, longitude], …], an encoded polyline of 5 or 6 decimals, GeoJSON (with altitudes; cut in two where it crosses the date line), or not at all.',
      }),
    ),
    format: Type.Optional(
      OneOf(flightFormats, {
        default: 'json',
        description:
          'json: the route; plan: a plan file that QGroundControl loads; geojson: a GeoJSON Feature with altitudes.',
      }),
    ),
  },
  { examples: droneRequests },
)
export type DroneFields = Static<typeof DroneBody>
