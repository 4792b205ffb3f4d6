import { Type } from 'typebox'
import { defineTool, formatKm, formatMinutes, Place, Profile } from './define-tool.ts'
import { findPlace, ToolError } from './places.ts'

const MAX_CONTOURS = 4

const Limits = (description: string, maximum: number) =>
  Type.Optional(
    Type.Array(Type.Number({ exclusiveMinimum: 0, maximum }), { minItems: 1, maxItems: MAX_CONTOURS, description }),
  )

export const isochrone = defineTool({
  name: 'isochrone',
  title: 'Area within reach',
  description:
    'How far you can travel from a place within a given number of minutes or kilometers: the size and the bounds of the area.',
  input: Type.Object({
    from: Place('The center:'),
    minutes: Limits('Travel times, such as [10, 20]. Default: 15.', 240),
    kilometers: Limits('Distances by road, instead of minutes.', 400),
    direction: Type.Optional(
      Type.Unsafe<'from' | 'to'>({
        type: 'string',
        enum: ['from', 'to'],
        description:
          'from: places that can be reached from the center; to: places from which the center can be reached.',
      }),
    ),
    profile: Profile,
  }),
  async run({ from, minutes, kilometers, direction = 'from', profile = 'car' }, { client, links }) {
    if (minutes && kilometers) throw new ToolError('minutes and kilometers are both set. Use only one of them.')
    const center = await findPlace(client, from)
    const limits = kilometers ? { kilometers } : { minutes: minutes ?? [15] }
    const { contours } = await client.isochrone({ from: center.at, direction, profile, ...limits })
    const map = links.toNearby(center.at)
    const areas = contours.map(({ properties, geometry }) => ({
      ...properties,
      bbox: findBox(geometry.coordinates),
    }))
    const lines = areas.map(({ minutes: time, kilometers: length, area_km2 = 0, reached_km, bbox }) => {
      const limit = time === undefined ? formatKm(length ?? 0) : formatMinutes(time)
      const [south, west, north, east] = bbox
      return `Within ${limit} ${direction} ${center.label}: ${area_km2.toFixed(1)} km² with ${formatKm(reached_km)} of roads, latitude ${south} to ${north}, longitude ${west} to ${east}.`
    })
    return { text: [...lines, `Map: ${map}`].join('\n'), values: { areas, map } }
  },
})

/** Returns [south, west, north, east] of coordinates that are nested to any depth, in [longitude, latitude] order. */
function findBox(coordinates: readonly unknown[]): [number, number, number, number] {
  const box: [number, number, number, number] = [90, 180, -90, -180]
  const visit = (value: unknown): void => {
    if (!Array.isArray(value)) return
    const [longitude, latitude] = value
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return value.forEach(visit)
    box[0] = Math.min(box[0], latitude)
    box[1] = Math.min(box[1], longitude)
    box[2] = Math.max(box[2], latitude)
    box[3] = Math.max(box[3], longitude)
  }
  visit(coordinates)
  return box
}
