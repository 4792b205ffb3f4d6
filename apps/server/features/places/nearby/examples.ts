/** First place in the reply to the parameter examples, and a place with more fields. A test verifies the first. */
export const nearbyExample = {
  places: [
    {
      id: 'node/2670735908',
      name: 'Oro del Rhin',
      category: 'cafe',
      categories: ['cafe'],
      at: [-34.906167, -56.192],
      distance_m: 348.9,
      address: {
        suburb: 'Centro',
        city: 'Montevideo',
        region: 'Montevideo Department',
        country: 'Uruguay',
        country_code: 'UY',
      },
      tags: { amenity: 'cafe' },
    },
    {
      id: 'node/1234567890',
      name: 'La Esquina',
      category: 'cafe',
      categories: ['atm', 'cafe'],
      at: [-34.9071, -56.1912],
      distance_m: 402.5,
      address: { house_number: '1260', street: 'San José', city: 'Montevideo', country: 'Uruguay', country_code: 'UY' },
      opening_hours: 'Mo-Fr 08:00-20:00',
      open: false,
      phone: '+598 2000 0000',
      website: 'https://cafe.example',
      tags: { amenity: 'cafe', atm: 'yes', opening_hours: 'Mo-Fr 08:00-20:00', phone: '+598 2000 0000' },
    },
  ],
  data: { attribution: '© OpenStreetMap contributors (ODbL 1.0)' },
}
