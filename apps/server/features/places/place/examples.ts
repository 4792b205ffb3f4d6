/** Reply for the id in the parameter example, verified by a test. */
export const placeExample = {
  id: 'node/2670735908',
  at: [-34.906167, -56.192],
  label: 'Oro del Rhin, Centro, Montevideo, Uruguay',
  name: 'Oro del Rhin',
  kind: 'poi',
  address: {
    suburb: 'Centro',
    city: 'Montevideo',
    region: 'Montevideo Department',
    country: 'Uruguay',
    country_code: 'UY',
  },
  categories: ['cafe'],
  tags: { amenity: 'cafe' },
  data: { attribution: '© OpenStreetMap contributors (ODbL 1.0)' },
}
