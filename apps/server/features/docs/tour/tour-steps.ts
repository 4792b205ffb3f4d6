/** Step of the tour. The script of the page draws the figure with this name. */
export interface TourStep {
  readonly anchor: string
  readonly title: string
  readonly text: readonly string[]
  /** Request that the reader can send to this service. */
  readonly request?: { readonly call: string; readonly text: string }
}

export const tourSteps: readonly TourStep[] = [
  {
    anchor: 'network',
    title: 'From an extract to a network',
    text: [
      'OpenStreetMap describes a street as a way, which is a line through many points.',
      'The compiler cuts every way at the points that it shares with another way. The pieces become the edges of the network, and the shared points become its junctions.',
    ],
    request: { call: 'GET /tiles/map.json', text: 'Read the maps that this server has compiled.' },
  },
  {
    anchor: 'order',
    title: 'Order the junctions by cells',
    text: [
      'A cut divides the town into two cells that are connected only through the junctions of the cut. Each cell is cut again until it is small.',
      'The junctions of the first cut get the highest ranks, because most long routes pass through them.',
    ],
  },
  {
    anchor: 'contraction',
    title: 'Contract the junctions',
    text: [
      'The engine removes one junction after another, lowest rank first, and connects its remaining neighbors with shortcuts.',
      'The result is a customizable contraction hierarchy (CCH). It depends only on the shape of the network and not on travel times, so the engine computes it once per map.',
    ],
  },
  {
    anchor: 'customization',
    title: 'Compute the weights',
    text: [
      'The customization gives every shortcut the travel time of its best path. It processes each triangle of a junction and two higher neighbors once, lowest rank first.',
      'Another vehicle needs only another customization of the same hierarchy.',
    ],
    request: { call: 'POST /v1/route', text: 'Plan the same route for a car and for a truck of 3.5 t.' },
  },
  {
    anchor: 'search',
    title: 'Search upward from both ends',
    text: [
      'One search starts at the start and one at the destination. Both follow only arcs to higher ranks, along a fixed chain of junctions, so they need no priority queue.',
      'The best junction that both searches reach is on the fastest route.',
    ],
    request: { call: 'POST /v1/route', text: 'Plan a route on the real map.' },
  },
  {
    anchor: 'unpacking',
    title: 'Unpack the shortcuts',
    text: [
      'The searches return few arcs, and most of them are shortcuts. Every shortcut stores the junction that it skips, so it can be replaced by two arcs.',
      'After a few rounds, only streets remain.',
    ],
    request: {
      call: 'POST /v1/route',
      text: 'Plan a route, and count the points and instructions of the unpacked path.',
    },
  },
  {
    anchor: 'traffic',
    title: 'Traffic is a new metric',
    text: [
      'Traffic changes only travel times, so the order and the shortcuts stay as they are. The engine customizes the hierarchy again.',
      'Later requests use the new metric. Requests that are in progress keep the metric with which they started.',
    ],
    request: { call: 'POST /v1/route', text: 'Compare the travel time with and without the current traffic.' },
  },
  {
    anchor: 'isochrone',
    title: 'Find everything within reach',
    text: [
      'An isochrone begins with one upward search. One sweep then visits all junctions, highest rank first, and computes the travel time to each of them from its higher neighbors.',
      'The sweep needs no queue and reads the memory in order.',
    ],
    request: { call: 'POST /v1/isochrone', text: 'Compute the area within 3 minutes on the real map.' },
  },
]
