/* This script shows all lines, areas and positions of a reply on a map. */
const POSITION_KEYS = ['position', 'at', 'location', 'snapped', 'from', 'to']
const COLOR = '#2f7de1'
const MAX_SHAPES = 500
const FIRST_ZOOM = 12

const isPosition = (value) =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(Number.isFinite) &&
  Math.abs(value[0]) <= 90 &&
  Math.abs(value[1]) <= 180

function listShapes(value, key = '', shapes = []) {
  if (value === null || typeof value !== 'object' || shapes.length >= MAX_SHAPES) return shapes
  if (/^(Multi)?(LineString|Polygon)$|^Point$/.test(value.type) && Array.isArray(value.coordinates)) shapes.push(value)
  else if (POSITION_KEYS.includes(key) && isPosition(value))
    shapes.push({ type: 'Point', coordinates: value.toReversed() })
  else if (key === 'geometry' && Array.isArray(value) && value.length > 1 && value.every(isPosition))
    shapes.push({ type: 'LineString', coordinates: value.map((position) => position.toReversed()) })
  else if (Array.isArray(value)) for (const item of value) listShapes(item, key === 'geometry' ? '' : key, shapes)
  else for (const [name, item] of Object.entries(value)) listShapes(item, name, shapes)
  return shapes
}

/* Lists pairs of numbers at any depth. */
function listPairs(value) {
  return Number.isFinite(value[0]) ? [value] : value.flatMap(listPairs)
}

function toBounds(shapes) {
  const pairs = shapes.flatMap(({ coordinates }) => listPairs(coordinates))
  const [x, y] = [0, 1].map((axis) => pairs.map((pair) => pair[axis]))
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)]
}

export async function showOnMap(output, json) {
  const shapes = listShapes(json)
  if (shapes.length === 0) return
  try {
    await import(`${document.body.dataset.base}/embed.js`)
  } catch {
    // The console is not built on this service.
    return
  }
  const element = document.createElement('fairway-map')
  element.className = 'reply-map'
  /* The map begins near the reply, and moves to its exact bounds when it has loaded. */
  const [west, south, east, north] = toBounds(shapes)
  element.setAttribute('center', `${(south + north) / 2}, ${(west + east) / 2}`)
  element.setAttribute('zoom', FIRST_ZOOM)
  element.setAttribute('map-style', matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  element.addEventListener('fairway-load', ({ detail: { map } }) => draw(map, shapes))
  output.prepend(element)
}

function draw(map, shapes) {
  const features = shapes.map((geometry) => ({ type: 'Feature', properties: {}, geometry }))
  map.addSource('reply', { type: 'geojson', data: { type: 'FeatureCollection', features } })
  const layers = [
    ['fill', 'Polygon', { 'fill-color': COLOR, 'fill-opacity': 0.2 }],
    ['line', 'Polygon', { 'line-color': COLOR, 'line-width': 2 }],
    ['line', 'LineString', { 'line-color': COLOR, 'line-width': 5 }],
    ['circle', 'Point', { 'circle-color': '#ffffff', 'circle-stroke-color': COLOR, 'circle-stroke-width': 3 }],
  ]
  for (const [type, geometry, paint] of layers)
    map.addLayer({
      id: `reply-${geometry}-${type}`,
      type,
      source: 'reply',
      paint,
      filter: ['==', ['geometry-type'], geometry],
    })
  // The buttons are at the right edge, and the attribution covers the bottom of this small map.
  const padding = { top: 30, right: 50, bottom: 80, left: 30 }
  map.fitBounds(toBounds(shapes), { padding, maxZoom: 16, animate: false })
}
