/** Examples on the bundled map: a closed street ahead, no change, and many changes. */
export const rerouteRequests = [
  {
    geometry:
      'pp`tErz}uI?L@NBNDHDJBS@S?OAMAIGSEKAs@GoBOaFE_BIaCCiAKyCCoAEyAImCCQEUeCuIgAwDaAkDsAuEiAeEoAiE_BaGiA{DW{@q@_CYaAcB{FoAuEeCeJkA}DK]Me@cAmDkAeEi@eBOw@gAyDQCW?MCk@SmAk@QIa@WeAk@c@QEEGGCKAU?IEk@aFZW@[Ba@BQ@kADM@cFVi@BM@Bd@D~ANJNb@DbAHHDBx@GjCM',
    position: [-34.9055, -56.1871],
    avoid_areas: [
      [
        [-34.8949, -56.1651],
        [-34.8949, -56.1647],
        [-34.8945, -56.1647],
        [-34.8945, -56.1651],
      ],
    ],
  },
  {
    geometry: [
      [-34.906626, -56.167483],
      [-34.907005, -56.167444],
      [-34.907894, -56.167354],
      [-34.907975, -56.167346],
      [-34.909196, -56.167222],
      [-34.909139, -56.166515],
      [-34.909081, -56.165794],
      [-34.909044, -56.165342],
    ],
    position: [-34.9079, -56.1674],
  },
  {
    geometry: [
      [-34.906626, -56.167483],
      [-34.907005, -56.167444],
      [-34.907894, -56.167354],
      [-34.907975, -56.167346],
      [-34.909196, -56.167222],
      [-34.909139, -56.166515],
      [-34.909081, -56.165794],
      [-34.909044, -56.165342],
    ],
    geometry_format: 'points',
    heading: 175,
    to: [-34.912, -56.164],
    stops: [[-34.9094, -56.1653]],
    removed_stops: [[-34.9105, -56.166]],
    avoid: ['unpaved'],
    vehicle: { height_m: 2.6 },
    min_gain_min: 2,
    reply: 'full',
    steps: true,
    language: 'es',
    units: 'metric',
  },
]

/** Reply to the first example request, verified by a test. */
export const rerouteExample = {
  kind: 'delta',
  reason: 'blocked',
  base_checksum: '58f51596',
  checksum: '4104ac5d',
  distance_km: 3.2566,
  eta_min: 6.872,
  free_flow_min: 5.749,
  saved_min: 0,
  delta: {
    ops: [
      {
        op: 'insert',
        geometry: '`o`tEh`}uI',
        steps: [
          {
            maneuver: {
              type: 'depart',
              bearing_before: 0,
              bearing_after: 85,
            },
            instruction: 'Head east on Avenida 18 de Julio',
            name: 'Avenida 18 de Julio',
            distance_m: 2105.6,
            duration_s: 246.9,
            geometry_range: [0, 28],
          },
        ],
      },
      {
        op: 'keep',
        from: 19,
        to: 63,
      },
      {
        op: 'insert',
        geometry: 'ji~sE`nxuI{AeFMZqAtCSf@cBpDUf@ENE\\?J',
        steps: [
          {
            maneuver: {
              type: 'turn',
              modifier: 'right',
              bearing_before: 354,
              bearing_after: 59,
            },
            instruction: 'Turn right onto Avenida Italia',
            name: 'Avenida Italia',
            distance_m: 240.2,
            duration_s: 18.6,
            geometry_range: [45, 47],
          },
          {
            maneuver: {
              type: 'turn',
              modifier: 'sharp left',
              bearing_before: 64,
              bearing_after: 302,
            },
            instruction: 'Make a sharp left onto Avelino Miranda',
            name: 'Avelino Miranda',
            distance_m: 336.2,
            duration_s: 50.9,
            geometry_range: [47, 58],
          },
        ],
      },
      {
        op: 'keep',
        from: 71,
        to: 80,
      },
    ],
  },
  receipt: {
    previous_eta_min: null,
    new_eta_min: 6.872,
    snapshot_at: null,
    kept_previous: false,
  },
}
