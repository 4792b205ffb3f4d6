/* Sizes in the units of the drawing. The drawing is 100 units wide. */
const MARGIN = 6
const SPACING = 12.5
const JITTER = 4
const METERS_PER_UNIT = 12
const POINTS_BETWEEN_JUNCTIONS = 2

/* Returns a generator of random numbers (mulberry32), so that every reader sees the same town. */
export function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/*
 * Creates the extract of a small town: one way for every row and every column of a grid, as lists of
 * points. Two inner ways are one-way streets, and two ways are main streets.
 */
export function createExtract(columns, rows, seed) {
  const random = createRandom(seed)
  const points = []
  const addPoint = (x, y, jitter) => {
    const shift = () => (random() - 0.5) * jitter
    return points.push({ x: x + shift(), y: y + shift() }) - 1
  }
  const junctions = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => addPoint(MARGIN + column * SPACING, MARGIN + row * SPACING, JITTER)),
  )
  const toWay = (name, ends, index, count) => ({
    name,
    points: addCurve(points, ends, addPoint),
    kmh: index === Math.floor(count / 2) ? 60 : 25 + Math.floor(random() * 15),
    isOneWay: index === 1,
  })
  const ways = [
    ...junctions.map((row, index) => toWay(`Street ${index + 1}`, row, index, rows)),
    ...junctions[0].map((_, column) =>
      toWay(
        `Avenue ${column + 1}`,
        junctions.map((row) => row[column]),
        column,
        columns,
      ),
    ),
  ]
  return { points, ways }
}

/* Adds points between the junctions of a way, so that the way is a curve. */
function addCurve(points, ends, addPoint) {
  return ends.flatMap((end, index) => {
    if (index === 0) return [end]
    const [from, to] = [points[ends[index - 1]], points[end]]
    const inner = Array.from({ length: POINTS_BETWEEN_JUNCTIONS }, (_, position) => {
      const share = (position + 1) / (POINTS_BETWEEN_JUNCTIONS + 1)
      return addPoint(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 1)
    })
    return [...inner, end]
  })
}

/*
 * Builds the network. A point is a node if at least two ways use it, or if a way ends there. Ways
 * are cut at the nodes, and the pieces are the edges.
 */
export function buildNetwork({ points, ways }) {
  const uses = new Uint8Array(points.length)
  for (const way of ways) {
    for (const point of way.points) uses[point]++
    for (const end of [way.points[0], way.points.at(-1)]) uses[end] = Math.max(uses[end], 2)
  }
  const nodeOf = new Map()
  const nodes = points.filter((_, index) => {
    if (uses[index] >= 2) nodeOf.set(index, nodeOf.size)
    return uses[index] >= 2
  })
  const edges = ways.flatMap(({ points: line, kmh, isOneWay }) => {
    const cuts = line.flatMap((point, index) => (nodeOf.has(point) ? [index] : []))
    return cuts.slice(1).map((end, index) => {
      const shape = line.slice(cuts[index], end + 1)
      const meters = Math.round(measure(shape.map((point) => points[point])) * METERS_PER_UNIT)
      const [from, to] = [nodeOf.get(shape[0]), nodeOf.get(shape.at(-1))]
      return { from, to, shape: shape.map((point) => points[point]), meters, kmh, isOneWay }
    })
  })
  return { nodes, edges }
}

function measure(line) {
  return line.slice(1).reduce((sum, { x, y }, index) => sum + Math.hypot(x - line[index].x, y - line[index].y), 0)
}

const BICYCLE_KMH = 16

/*
 * Returns the travel times of a vehicle on every edge, in both directions. An edge that may not be
 * used in a direction has an infinite travel time.
 */
export function listSeconds({ edges }, vehicle = 'car') {
  return edges.map(({ meters, kmh, isOneWay }) => {
    const speed = vehicle === 'bicycle' ? BICYCLE_KMH : kmh
    const seconds = Math.max(1, Math.round((meters * 3.6) / speed))
    const isClosed = isOneWay && vehicle !== 'bicycle'
    return { forward: seconds, backward: isClosed ? Number.POSITIVE_INFINITY : seconds }
  })
}
