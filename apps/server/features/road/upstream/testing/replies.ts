/** The replies are hand-written in the format of osrm-routed 5.27. Coordinates have the longitude first. */

/** Reply for a route along Friedrichstrasse and around one corner. */
export const threeSteps = {
  code: 'Ok',
  routes: [
    {
      geometry: 'qikdcB}~dpXdGuMrBuEpCysCksAgKmqAoJ_i@iE',
      legs: [
        {
          steps: [
            {
              geometry: 'qikdcB}~dpXdGuMrBuEpCysC',
              maneuver: {
                bearing_after: 132,
                bearing_before: 0,
                location: [13.388799, 52.517033],
                modifier: 'left',
                type: 'depart',
              },
              mode: 'driving',
              driving_side: 'right',
              name: 'Friedrichstraße',
              intersections: [{ out: 0, entry: [true], bearings: [132], location: [13.388799, 52.517033] }],
              weight: 31.2,
              duration: 31.2,
              distance: 190.4,
            },
            {
              geometry: 'eyjdcBcijpXksAgKmqAoJ_i@iE',
              maneuver: {
                bearing_after: 4,
                bearing_before: 92,
                location: [13.391522, 52.516771],
                modifier: 'left',
                type: 'turn',
              },
              mode: 'driving',
              driving_side: 'right',
              ref: 'B 2; B 5',
              name: 'Charlottenstraße',
              destinations: 'A 100: Wedding, Mitte',
              intersections: [
                {
                  out: 0,
                  in: 2,
                  entry: [true, true, false],
                  bearings: [0, 90, 270],
                  location: [13.391522, 52.516771],
                  lanes: [
                    { valid: true, indications: ['left'] },
                    { valid: false, indications: ['straight', 'right'] },
                  ],
                },
                {
                  out: 0,
                  in: 1,
                  entry: [true, false],
                  bearings: [0, 180],
                  location: [13.391902, 52.51944],
                  lanes: [{ valid: true, indications: ['none'] }],
                },
              ],
              weight: 52.7,
              duration: 48.5,
              distance: 373.2,
            },
            {
              geometry: '_jqdcBegkpX??',
              maneuver: {
                bearing_after: 0,
                bearing_before: 5,
                location: [13.392003, 52.520112],
                modifier: 'right',
                type: 'arrive',
              },
              mode: 'driving',
              driving_side: 'right',
              name: 'Charlottenstraße',
              intersections: [{ in: 0, entry: [true], bearings: [185], location: [13.392003, 52.520112] }],
              weight: 0,
              duration: 0,
              distance: 0,
            },
          ],
          weight: 83.9,
          distance: 563.6,
          summary: 'Friedrichstraße, Charlottenstraße',
          duration: 79.7,
        },
      ],
      weight_name: 'routability',
      weight: 83.9,
      duration: 79.7,
      distance: 563.6,
    },
  ],
  waypoints: [
    { hint: 'KSoKADRYroqU', distance: 4.152629, name: 'Friedrichstraße', location: [13.388799, 52.517033] },
    { hint: 'KioKgDbbDgCU', distance: 1.25, name: 'Charlottenstraße', location: [13.392003, 52.520112] },
  ],
}

/** Body that osrm-routed sends with status 400. */
export const noRoute = { code: 'NoRoute', message: 'Impossible route between points' }
export const noSegment = { code: 'NoSegment', message: 'Could not find a matching segment for coordinate 1' }
export const excludeRefused = { code: 'InvalidValue', message: 'Exclude flag combination is not supported.' }
