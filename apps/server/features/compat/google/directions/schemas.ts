import { type Static, Type } from 'typebox'

const OptionalString = (description: string, maxLength = 300) => Type.Optional(Type.String({ maxLength, description }))

const PLACE_FORMATS = '`lat,lng`, an address, or `place_id:` followed by an id from a reply.'

/** The schema is deliberately loose, because validation errors are reported in the vendor's format. */
export const DirectionsFields = Type.Object({
  origin: Type.Optional(Type.String({ maxLength: 300, description: PLACE_FORMATS, examples: ['-34.9066,-56.1671'] })),
  destination: Type.Optional(
    Type.String({ maxLength: 300, description: PLACE_FORMATS, examples: ['-34.9094,-56.1653'] }),
  ),
  mode: OptionalString('`driving`, `walking` or `bicycling`. Default: `driving`.', 40),
  waypoints: OptionalString(
    'At most 25 places, separated by `|`. To add all points of an encoded polyline, write `enc:`, the polyline and a colon. With `via:` before a place, the route passes through it without a stop. `optimize:true` as the first entry allows the stops to be reordered.',
    8000,
  ),
  alternatives: OptionalString('`true` returns alternatives.', 10),
  avoid: OptionalString('One or more of `tolls`, `highways` and `ferries`, separated by `|`.', 100),
  language: OptionalString(
    'Language of the instructions and other text. Unsupported languages fall back to English.',
    100,
  ),
  units: OptionalString('Units in text fields: `metric` or `imperial`.', 20),
  region: OptionalString('Two-letter country code. Addresses in this country are searched first.', 20),
  departure_time: OptionalString('`now`, or seconds since 1970.', 20),
  arrival_time: OptionalString('Seconds since 1970.', 20),
  traffic_model: OptionalString('Accepted and ignored.', 40),
  key: OptionalString('Accepted and ignored.', 200),
})
export type DirectionsFields = Static<typeof DirectionsFields>

const TextValue = Type.Object({ value: Type.Number(), text: Type.String() }, { 'x-name': 'DirectionsValue' })
const LatLng = Type.Object({ lat: Type.Number(), lng: Type.Number() }, { 'x-name': 'DirectionsLocation' })
const EncodedPolyline = Type.Object(
  {
    points: Type.String({ description: 'An encoded polyline with a precision of 5 decimals.' }),
  },
  { 'x-name': 'DirectionsPolyline' },
)

export const DirectionsReply = Type.Object({
  status: Type.String({
    description:
      '`OK`; otherwise `NOT_FOUND`, `ZERO_RESULTS`, `INVALID_REQUEST`, `MAX_WAYPOINTS_EXCEEDED`, `OVER_QUERY_LIMIT`, `REQUEST_DENIED` or `UNKNOWN_ERROR`.',
  }),
  error_message: Type.Optional(Type.String()),
  geocoded_waypoints: Type.Array(
    Type.Object({
      geocoder_status: Type.String(),
      place_id: Type.Optional(Type.String()),
      types: Type.Array(Type.String()),
      partial_match: Type.Boolean({ description: '`true` if part of the text was not found; check the address.' }),
    }),
  ),
  routes: Type.Array(
    Type.Object({
      summary: Type.String(),
      overview_polyline: EncodedPolyline,
      bounds: Type.Object({ northeast: LatLng, southwest: LatLng }),
      copyrights: Type.String(),
      warnings: Type.Array(Type.String()),
      waypoint_order: Type.Array(Type.Integer()),
      legs: Type.Array(
        Type.Object({
          distance: TextValue,
          duration: TextValue,
          duration_in_traffic: TextValue,
          start_address: Type.String(),
          end_address: Type.String(),
          start_location: LatLng,
          end_location: LatLng,
          steps: Type.Array(
            Type.Object({
              distance: TextValue,
              duration: TextValue,
              start_location: LatLng,
              end_location: LatLng,
              html_instructions: Type.String(),
              maneuver: Type.Optional(Type.String()),
              polyline: EncodedPolyline,
              travel_mode: Type.String(),
            }),
          ),
          via_waypoint: Type.Array(
            Type.Object({ location: LatLng, step_index: Type.Integer(), step_interpolation: Type.Number() }),
          ),
          traffic_speed_entry: Type.Array(Type.Object({})),
        }),
      ),
    }),
  ),
  available_travel_modes: Type.Optional(Type.Array(Type.String())),
})
