const address = {
  street: 'Avenida 18 de Julio',
  city: 'Montevideo',
  region: 'Montevideo Department',
  country: 'Uruguay',
  country_code: 'UY',
}
const data = { attribution: '© OpenStreetMap contributors (ODbL 1.0)' }

/** Result from the reply to the parameter examples, verified by a test. */
export const geocodeExample = {
  query: '18 de julio 1234, montevideo',
  results: [
    {
      id: 'house/-34.905872,-56.189437,m5zpvo,1234',
      at: [-34.905872, -56.189437],
      label: 'Avenida 18 de Julio 1234, Montevideo, Uruguay',
      name: 'Avenida 18 de Julio',
      kind: 'address',
      address: { house_number: '1234', ...address },
      confidence: 0.956,
      distance_km: 0.655,
      source: 'local',
    },
  ],
  data,
}

export const reverseExample = {
  id: 'house/-34.905783,-56.188198,m5zpvo,1296',
  at: [-34.905783, -56.188198],
  label: 'Avenida 18 de Julio 1296, Montevideo, Uruguay',
  kind: 'address',
  address: { house_number: '1296', ...address },
  distance_m: 1.9,
  source: 'local',
  data,
}
