/** The box around the shape of every edge, four numbers each. */
export function edgeBoxes(shapeFirst: Uint32Array, latitude: Int32Array, longitude: Int32Array): Int32Array {
  const count = shapeFirst.length - 1
  const box = new Int32Array(4 * count)
  for (let edge = 0; edge < count; edge++) {
    let [south, west, north, east] = [90e6, 180e6, -90e6, -180e6]
    for (let i = shapeFirst[edge]; i < shapeFirst[edge + 1]; i++) {
      south = Math.min(south, latitude[i])
      west = Math.min(west, longitude[i])
      north = Math.max(north, latitude[i])
      east = Math.max(east, longitude[i])
    }
    box.set([south, west, north, east], 4 * edge)
  }
  return box
}
