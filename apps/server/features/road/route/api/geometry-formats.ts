/**
 * Names of the geometry formats. The names are separate from the schemas, because the main thread needs only the names.
 */
export const geometryFormats = ['points', 'polyline', 'polyline6', 'geojson', 'none'] as const
export type GeometryFormat = (typeof geometryFormats)[number]
