/** How a line may be written. Beside the schemas, not in them: the main thread needs these words and no schema. */
export const geometryFormats = ['points', 'polyline', 'polyline6', 'geojson', 'none'] as const
export type GeometryFormat = (typeof geometryFormats)[number]
