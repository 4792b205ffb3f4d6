import { type Static, Type } from 'typebox'

const Text = (description: string, maxLength = 300) => Type.Optional(Type.String({ maxLength, description }))

const PLACE = 'lat,lng, an address, or place_id: and an id that a reply gave.'

/** Deliberately loose: validation errors are reported in the vendor's format instead of ours. */
export const DirectionsFields = Type.Object({
  origin: Type.Optional(Type.String({ maxLength: 300, description: PLACE, examples: ['-34.9066,-56.1671'] })),
  destination: Type.Optional(Type.String({ maxLength: 300, description: PLACE, examples: ['-34.9094,-56.1653'] })),
  mode: Text('driving, the only one.', 40),
  waypoints: Text(
    'At most 25 places with | between them; enc:, an encoded polyline and a colon for all of its points; via: before one leads through it without a stop; optimize:true first lets the order of stops change.',
    8000,
  ),
  alternatives: Text('true shows other ways.', 10),
  avoid: Text('tolls, highways, ferries, with | between them.', 100),
  language: Text('Of the instructions and the texts; what is not known is told in English.', 100),
  units: Text('metric or imperial, of the texts.', 20),
  region: Text('Two letters of a country: addresses are looked for there first.', 20),
  departure_time: Text('now, or seconds since 1970.', 20),
  arrival_time: Text('Seconds since 1970.', 20),
  traffic_model: Text('Accepted and ignored.', 40),
  key: Text('Accepted and ignored.', 200),
})
export type DirectionsFields = Static<typeof DirectionsFields>

const Amount = Type.Object({ value: Type.Number(), text: Type.String() })
const Place = Type.Object({ lat: Type.Number(), lng: Type.Number() })
const Line = Type.Object({ points: Type.String({ description: 'An encoded polyline of 5 decimals.' }) })

export const DirectionsReply = Type.Object({
  status: Type.String({
    description:
      'OK; else NOT_FOUND, ZERO_RESULTS, INVALID_REQUEST, MAX_WAYPOINTS_EXCEEDED, OVER_QUERY_LIMIT, REQUEST_DENIED or UNKNOWN_ERROR.',
  }),
  error_message: Type.Optional(Type.String()),
  geocoded_waypoints: Type.Array(
    Type.Object({
      geocoder_status: Type.String(),
      place_id: Type.Optional(Type.String()),
      types: Type.Array(Type.String()),
      partial_match: Type.Boolean({ description: 'true: not all of the text was found; look at the address.' }),
    }),
  ),
  routes: Type.Array(
    Type.Object({
      summary: Type.String(),
      overview_polyline: Line,
      bounds: Type.Object({ northeast: Place, southwest: Place }),
      copyrights: Type.String(),
      warnings: Type.Array(Type.String()),
      waypoint_order: Type.Array(Type.Integer()),
      legs: Type.Array(
        Type.Object({
          distance: Amount,
          duration: Amount,
          duration_in_traffic: Amount,
          start_address: Type.String(),
          end_address: Type.String(),
          start_location: Place,
          end_location: Place,
          steps: Type.Array(
            Type.Object({
              distance: Amount,
              duration: Amount,
              start_location: Place,
              end_location: Place,
              html_instructions: Type.String(),
              maneuver: Type.Optional(Type.String()),
              polyline: Line,
              travel_mode: Type.String(),
            }),
          ),
          via_waypoint: Type.Array(
            Type.Object({ location: Place, step_index: Type.Integer(), step_interpolation: Type.Number() }),
          ),
          traffic_speed_entry: Type.Array(Type.Object({})),
        }),
      ),
    }),
  ),
  available_travel_modes: Type.Optional(Type.Array(Type.String())),
})
