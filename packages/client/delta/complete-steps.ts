import { type Geometry, type GeometryFormat, readGeometry } from './geometry.ts'

/** A step in a delta. Deltas omit default values and values derived from the line. */
export interface BriefStep {
  readonly leg?: number
  readonly maneuver: object
  readonly mode?: string
  readonly driving_side?: string
  readonly geometry_range?: readonly number[]
}

/** The step with all values, as in a route response. */
export type CompleteStep<S extends BriefStep> = S & {
  readonly leg: number
  readonly maneuver: { readonly at: readonly [latitude: number, longitude: number] }
  readonly mode: string
  readonly driving_side: string
}

/**
 * Fills in the steps of a delta so that they match the steps of a route. `line` is the new line after the delta was
 * applied.
 */
export function completeSteps<S extends BriefStep>(
  steps: readonly S[],
  line: Geometry,
  format: GeometryFormat,
): CompleteStep<S>[] {
  const points = readGeometry(line, format)
  return steps.map((step) => {
    const pointIndex = step.geometry_range?.[0] ?? 0
    const latitude = points?.latitude[pointIndex]
    const longitude = points?.longitude[pointIndex]
    if (latitude === undefined || longitude === undefined) throw new RangeError(`the line has no point ${pointIndex}`)
    return {
      ...step,
      leg: step.leg ?? 0,
      maneuver: { ...step.maneuver, at: [latitude / 1e6, longitude / 1e6] },
      mode: step.mode ?? 'driving',
      driving_side: step.driving_side ?? 'right',
    }
  })
}
