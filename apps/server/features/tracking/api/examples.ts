export const registerRequests = [
  { name: 'Van 7', kind: 'vehicle', reference: 'fleet-007', group: 'Depot south' },
  { name: 'Survey drone', kind: 'drone', profile: { aircraft: { cruise_speed_ms: 12, range_km: 20 } } },
]

export const updateRequests = [{ name: 'Van 8', group: 'Depot north' }, { reference: null }]

export const manyPositionsRequests = [
  {
    positions: [
      { asset: 'as_3kTq5Zr8Wn2Yb7Lc', at: [-34.9059, -56.1913], speed_ms: 8.3 },
      { asset: 'as_9pXv4Mh6Jd1Sg0Fa', at: [-34.8941, -56.1523], battery_pct: 64 },
    ],
  },
]

export const positionRequests = [
  { at: [-34.9059, -56.1913], speed_ms: 8.3, heading: 92, battery_pct: 81, accuracy_m: 5 },
  {
    positions: [
      { at: [-34.9059, -56.1913], time: '2026-11-15T11:59:58Z' },
      { lat: -34.906, lon: -56.1905, time: '2026-11-15T11:59:59Z' },
    ],
  },
]

export const attachRequests = [{ from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] }]
