/** A map drawn by a test, with named points, OSM ways and relations. */
export interface DrawnMap {
  /** Position of each point as [latitude, longitude]. */
  readonly points: ReadonlyMap<string, readonly [number, number]>
  readonly pointTags: ReadonlyMap<string, Tags>
  readonly ways: readonly DrawnWay[]
  readonly relations: readonly DrawnRelation[]
}

export type Tags = Readonly<Record<string, string>>

export interface DrawnWay {
  readonly points: readonly string[]
  readonly tags: Tags
}

export interface DrawnRelation {
  readonly tags: Tags
  /** Members of the relation. A member is a way, identified by its number, or a point, identified by its name. */
  readonly members: readonly { readonly role: string; readonly wayIndex?: number; readonly point?: string }[]
}

/** Degrees per meter near the equator, where drawn maps are located. */
const DEGREES_PER_METER = 0.899e-5

/**
 * Parses a drawing in which every letter is a point at its column and row. Two columns or one row span `cellMeters`.
 */
export function drawPoints(drawing: string, cellMeters: number): Map<string, readonly [number, number]> {
  const points = new Map<string, readonly [number, number]>()
  const rows = drawing.split('\n').filter((row) => row.trim() !== '')
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const letter = row.charAt(x)
      if (!/[a-zA-Z0-9]/.test(letter)) continue
      points.set(letter, [1 - y * cellMeters * DEGREES_PER_METER, 1 + (x / 2) * cellMeters * DEGREES_PER_METER])
    }
  })
  return points
}

/** Creates a map from test notation. The key of a way lists its points and is also its default name. */
export function drawMap(
  drawing: string,
  ways: Readonly<Record<string, Tags>>,
  {
    cellMeters = 10,
    relations = [] as readonly DrawnRelation[],
    pointTags = {} as Readonly<Record<string, Tags>>,
  } = {},
): DrawnMap {
  return {
    points: drawPoints(drawing, cellMeters),
    pointTags: new Map(Object.entries(pointTags)),
    ways: Object.entries(ways).map(([points, tags]) => ({
      points: [...points],
      tags: { highway: 'primary', name: points, ...tags },
    })),
    relations,
  }
}
