/** Examples on the bundled map: an all-to-all matrix, and a truck matrix from depots to customers. */
export const matrixRequests = [
  {
    points: [
      [-34.9066, -56.1671],
      [-34.9094, -56.1653],
      [-34.8941, -56.1527],
    ],
  },
  {
    origins: [
      [-34.9059, -56.1913],
      [-34.8836, -56.0819],
    ],
    destinations: [
      [-34.9066, -56.1671],
      [-34.9094, -56.1653],
    ],
    metrics: ['duration', 'free_flow'],
    depart_at: '2026-11-16T08:30:00-03:00',
    avoid: ['unpaved'],
    vehicle: { height_m: 3.8, weight_t: 12 },
  },
]

/** Reply to the first example request, verified by a test. */
export const matrixExample = {
  distances_km: [
    [0, 0.4586, 2.7129],
    [0.7366, 0, 3.0153],
    [2.4918, 2.6922, 0],
  ],
  durations_min: [
    [0, 0.89, 5.065],
    [1.531, 0, 5.097],
    [4.408, 4.867, 0],
  ],
  snapped: {
    origins: [
      { at: [-34.906626, -56.167483], distance_m: 35.1, name: 'Juan Paullier' },
      { at: [-34.909044, -56.165342], distance_m: 39.6, name: 'Edil Hugo Prato' },
      { at: [-34.893258, -56.152077], distance_m: 109.4, name: 'Avenida Doctor Américo Ricaldoni' },
    ],
    destinations: [
      { at: [-34.906626, -56.167483], distance_m: 35.1, name: 'Juan Paullier' },
      { at: [-34.909044, -56.165342], distance_m: 39.6, name: 'Edil Hugo Prato' },
      { at: [-34.893258, -56.152077], distance_m: 109.4, name: 'Avenida Doctor Américo Ricaldoni' },
    ],
  },
  traffic: { source: 'none', snapshot_at: null },
  data: {
    region: 'montevideo',
    dataset: '20261115T061427152Z-ce96c36103a7',
    attribution: '© OpenStreetMap contributors (ODbL 1.0)',
  },
}
