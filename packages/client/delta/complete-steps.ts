import { type Geometry, type GeometryFormat, readGeometry } from './geometry.ts'

/** A step as a delta tells it, by the line and the defaults. */
export interface BriefStep {
  readonly leg?: number
  readonly maneuver: object
  readonly mode?: string
  readonly driving_side?: string
  readonly geometry_range?: readonly number[]
}

/** The same as a route tells it. */
export type CompleteStep<S extends BriefStep> = S & {
  readonly leg: number
  readonly maneuver: { readonly at: readonly [latitude: number, longitude: number] }
  readonly mode: string
  readonly driving_side: string
}

/** The steps of a delta with all that the steps of a route have; `line` is the new one, to which the delta has led. */
export function completeSteps<S extends BriefStep>(
  steps: readonly S[],
  line: Geometry,
  format: GeometryFormat,
): CompleteStep<S>[] {
  const points = readGeometry(line, format)
  return steps.map((step) => {
    const at = step.geometry_range?.[0] ?? 0
    const latitude = points?.latitude[at]
    const longitude = points?.longitude[at]
    if (latitude === undefined || longitude === undefined) throw new RangeError(`the line has no point ${at}`)
    return {
      ...step,
      leg: step.leg ?? 0,
      maneuver: { ...step.maneuver, at: [latitude / 1e6, longitude / 1e6] },
      mode: step.mode ?? 'driving',
      driving_side: step.driving_side ?? 'right',
    }
  })
}
