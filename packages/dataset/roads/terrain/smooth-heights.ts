/** Pairs of neighboring samples along the roads and their distances. */
export interface SampleGraph {
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly meters: Float64Array
  /** Distance in meters within which height differences are mostly errors (see add-terrain.ts). */
  readonly smoothingMeters: Float64Array
  /** 1 if the road is on the ground along the interval, or 0 on bridges and in tunnels. */
  readonly isOnGround: Uint8Array
}

/** Minimum length of an interval in the filter, in meters. Shorter intervals would need many iterations. */
const MIN_INTERVAL_METERS = 1
const TOLERANCE_METERS = 0.005
const MAX_ITERATIONS = 200

/**
 * Smooths heights along the roads and across junctions. Minimizes the squared distances to the ground plus
 * `smoothingMeters`² times the squared grades, both weighted by the length of road. Samples on bridges and in tunnels
 * have no ground height, so they form a straight line between the ends. The linear equations are symmetric and positive
 * definite. The solver uses conjugate gradients with a diagonal preconditioner (Hestenes and Stiefel, 1952).
 */
export function smoothHeights(ground: Float64Array, graph: SampleGraph): Float64Array {
  const { from, to } = graph
  const conductance = graph.meters.map(
    (meters, i) => graph.smoothingMeters[i] ** 2 / Math.max(MIN_INTERVAL_METERS, meters),
  )
  const mass = massesOf(ground, graph)
  const diagonal = mass.slice()
  for (let i = 0; i < from.length; i++) {
    diagonal[from[i]] += conductance[i]
    diagonal[to[i]] += conductance[i]
  }
  const multiply = (x: Float64Array, result: Float64Array): void => {
    for (let i = 0; i < x.length; i++) result[i] = mass[i] * x[i]
    for (let i = 0; i < from.length; i++) {
      const flow = conductance[i] * (x[from[i]] - x[to[i]])
      result[from[i]] += flow
      result[to[i]] -= flow
    }
  }
  const height = fillGaps(ground)
  const target = height.map((meters, i) => mass[i] * meters)
  solveSystem(multiply, diagonal, target, height)
  return height
}

/** Fills each gap with the sample before it, which is usually on the same road. */
function fillGaps(ground: Float64Array): Float64Array {
  let last = ground.find((meters) => !Number.isNaN(meters)) ?? 0
  return ground.map((meters) => {
    if (!Number.isNaN(meters)) last = meters
    return last
  })
}

/**
 * Returns the mass of each sample. The mass is half the length of the adjacent intervals on the ground. Samples with a
 * mass of 0 follow their neighbors.
 */
function massesOf(ground: Float64Array, { from, to, meters, isOnGround }: SampleGraph): Float64Array {
  const mass = new Float64Array(ground.length)
  const reach = new Uint8Array(ground.length)
  for (let i = 0; i < from.length; i++) {
    for (const sample of [from[i], to[i]]) {
      reach[sample] = 1
      if (isOnGround[i] === 1 && !Number.isNaN(ground[sample])) mass[sample] += meters[i] / 2
    }
  }
  // The height of a road without any ground heights would be undefined. A small mass keeps the road near the ground at
  // its nodes.
  for (let i = 0; i < mass.length; i++)
    if (reach[i] === 1 && !Number.isNaN(ground[i])) mass[i] = Math.max(mass[i], 1e-6)
  return mass
}

function solveSystem(
  multiply: (x: Float64Array, result: Float64Array) => void,
  diagonal: Float64Array,
  target: Float64Array,
  x: Float64Array,
): void {
  const size = x.length
  const product = new Float64Array(size)
  multiply(x, product)
  const residual = target.map((value, i) => value - product[i])
  const correction = new Float64Array(size)
  const direction = new Float64Array(size)
  let previous = 0
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    let [norm, largestStep] = [0, 0]
    for (let i = 0; i < size; i++) {
      correction[i] = diagonal[i] > 0 ? residual[i] / diagonal[i] : 0
      norm += correction[i] * residual[i]
      largestStep = Math.max(largestStep, Math.abs(correction[i]))
    }
    if (largestStep < TOLERANCE_METERS) return
    const ratio = iteration === 0 ? 0 : norm / previous
    previous = norm
    for (let i = 0; i < size; i++) direction[i] = correction[i] + ratio * direction[i]
    multiply(direction, product)
    let curvature = 0
    for (let i = 0; i < size; i++) curvature += direction[i] * product[i]
    const step = norm / curvature
    for (let i = 0; i < size; i++) {
      x[i] += step * direction[i]
      residual[i] -= step * product[i]
    }
  }
}
