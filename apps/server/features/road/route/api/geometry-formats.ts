/** Geometry formats. Kept outside the schemas because the main thread needs only these names. */
export const geometryFormats = ['points', 'polyline', 'polyline6', 'geojson', 'none'] as const
export type GeometryFormat = (typeof geometryFormats)[number]
