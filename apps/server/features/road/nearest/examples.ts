/** Example on the bundled map: two streets near a corner. */
export const nearestRequests = [{ point: [-34.9066, -56.1671], number: 2 }]

/** Reply to the example request, verified by a test. */
export const nearestExample = {
  roads: [
    {
      at: [-34.906626, -56.167483],
      distance_m: 35.1,
      name: 'Juan Paullier',
      ref: '',
      bearing: 175.2,
      oneway: true,
      way: 179061734,
    },
    {
      at: [-34.906976, -56.167058],
      distance_m: 41.9,
      name: 'Canelones',
      ref: '',
      bearing: 84.7,
      oneway: true,
      way: 78103837,
    },
  ],
  data: {
    region: 'montevideo',
    dataset: '20261117T192500808Z-d186dfd473c1',
    attribution: '© OpenStreetMap contributors (ODbL 1.0)',
  },
}
