export const geofenceRequests = [
  { name: 'Depot', circle: { center: [-34.9066, -56.1671], radius_m: 150 }, rules: { dwell_s: 600 } },
  {
    name: 'Old town',
    polygon: {
      outer: [
        [-34.9047, -56.2141],
        [-34.9047, -56.1998],
        [-34.9112, -56.1998],
        [-34.9112, -56.2141],
      ],
    },
    rules: { exit: false, max_speed_kmh: 30 },
  },
  { name: 'On the plan', corridor: { along_plan: true, distance_m: 200 }, rules: { enter: false }, kinds: ['vehicle'] },
]

export const geofenceUpdates = [{ name: 'Depot south', rules: { enter: true, exit: false } }, { groups: null }]
