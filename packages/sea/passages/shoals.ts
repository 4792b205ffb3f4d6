import { parseGate } from './passage.ts'

/**
 * Lines from shore to shore along banks and reefs that no ship can cross, although the map has water there. They are
 * always closed.
 */
export const shoals = [
  // Palk Strait and Adam's Bridge.
  '9.45,78.9 8.95,80.1',
  // The Great Bahama Bank, from Andros to Bimini, to the cays of Cuba, and to Long Island.
  '24.8,-77.9 25.7,-79.28',
  '24.0,-77.7 22.9,-79.0',
  '22.9,-79.0 22.35,-77.6',
  '22.35,-77.6 22.2,-75.9',
  '22.2,-75.9 23.12,-75.0',
  // The bights of Andros, and the banks from New Providence along the Exuma Cays to Long Island and Eleuthera.
  '24.8,-77.9 24.0,-77.65',
  '25.03,-77.35 24.8,-76.8',
  '24.8,-76.8 23.55,-75.85',
  '23.55,-75.85 23.35,-75.1',
  '25.05,-77.3 25.48,-76.85',
  '25.48,-76.85 25.42,-76.6',
  // The Berry Islands, and the bank from there to Andros.
  '25.1,-78.03 25.42,-77.82',
  '25.42,-77.82 25.75,-77.85',
  '25.75,-77.85 25.83,-77.95',
  // The Little Bahama Bank.
  '26.6,-78.6 27.3,-78.6',
  // Niagara Falls.
  '43.1,-79.14 43.06,-78.98',
  // The reefs around Bermuda, open only in the east.
  '32.26,-64.85 32.25,-65.02',
  '32.25,-65.02 32.48,-64.8',
  '32.48,-64.8 32.4,-64.63',
  // Eastern Nantucket Sound, Nantucket Shoals, and the shoals off Cape Hatteras, Cape Lookout, and Cape Fear.
  '41.7,-69.98 41.35,-70.02',
  '41.3,-69.98 40.65,-69.45',
  '35.27,-75.55 35.08,-75.3',
  '34.65,-76.53 34.4,-76.42',
  '33.87,-77.97 33.5,-77.6',
  // The barrier reef of Belize, which is open at English Caye.
  '18.1,-87.9 17.36,-88.05',
  '17.28,-88.05 16.5,-88.2',
  // The reef east of Anholt.
  '56.71,11.58 56.73,11.8',
  // The Gulf of Batabanó, from the Zapata peninsula along the cays to the Isla de la Juventud.
  '22.2,-81.7 21.62,-81.45',
  '21.62,-81.45 21.5,-82.65',
  // The sands of the Yangtze at Nanhui, Chongming, and its northern arm, and the ridges off Jiangsu.
  '30.9,121.8 31.08,122.5',
  '31.5,121.85 31.38,122.35',
  '31.9,121.35 31.65,121.4',
  '32.2,121.3 32.2,122.35',
  '33.1,120.7 33.1,122.3',
  // The banks west of Incheon, as far south as Deokjeok, and the rocks from there to Baega.
  '37.65,126.35 37.23,126.13',
  '37.23,126.13 37.15,125.9',
  '37.15,125.9 37.08,125.95',
  // The southern entrances of Moreton Bay, the banks from Cape Moreton to the northwest channel, and Great Sandy
  // Strait.
  '-27.1,153.4 -26.83,153.2',
  '-27.3,153.42 -27.46,153.45',
  '-27.62,153.27 -27.62,153.47',
  '-25.55,152.8 -25.55,153.12',
  // The Great Barrier Reef south of Grafton Passage, and from Grafton Passage to Raine Island.
  '-22.4,152.75 -21.2,152.6',
  '-21.2,152.6 -20.2,150.7',
  '-19.8,150.2 -18.6,147.4',
  '-18.45,147.1 -17.05,146.5',
  '-16.6,146.25 -14.6,145.7',
  '-14.6,145.7 -12.0,143.9',
  '-11.5,144.0 -9.7,144.3',
  // The Dangerous Ground in the South China Sea, along its axis and across it.
  '7.7,113.0 11.6,117.0',
  '10.9,114.3 8.8,115.9',
  '11.9,116.0 10.2,117.1',
  // Samborombón Bay, south of the Punta Indio channel.
  '-36.4,-56.8 -35.35,-56.35',
  // The flats between Kerkennah and the mainland, and east of the islands.
  '34.9,10.7 34.62,10.98',
  '34.8,11.25 34.85,11.6',
  // The Bissagos islands and their banks.
  '11.75,-15.45 10.8,-16.0',
  '11.2,-16.1 11.2,-17.0',
  // The banks from the Sundarbans via Sagar Island to the Sandheads, and the mouth of the Meghna.
  '21.85,88.35 21.75,88.05',
  '21.75,88.05 20.95,88.3',
  '22.5,90.6 21.6,91.05',
  // The flats of the Ems, Jade, Weser, and Elbe.
  '53.59,6.76 53.68,7.02',
  '53.68,7.02 53.705,7.2',
  '53.62,7.16 53.705,7.2',
  '53.5,8.35 53.76,8.09',
  '53.85,8.65 53.98,8.3',
  '54.1,9.0 54.1,8.35',
  // The Wadden Sea between Texel and the mainland.
  '53.05,4.85 52.92,5.05',
  // Oregon, Hatteras, and Ocracoke Inlet, which lead into Pamlico Sound.
  '35.75,-75.52 35.82,-75.56',
  '35.22,-75.7 35.16,-75.85',
  '35.12,-75.92 35.05,-76.05',
  // The flats between Inhaca and the mainland, south of the bay of Maputo.
  '-26.03,32.93 -26.12,32.96',
  // The skerries south of the fairway to Vaasa, and the rocks from there to Norrskär.
  '63.24,20.63 63.06,20.8',
  '63.06,20.8 62.99,20.86',
  '62.99,20.86 62.93,21.45',
  // The reefs between the Farasan islands, the Farasan Bank, and the reefs of Suakin.
  '16.85,41.9 16.95,41.6',
  '16.95,41.6 17.9,40.9',
  '17.9,40.9 18.8,41.0',
  '18.3,38.0 18.6,38.6',
  '18.6,38.6 19.2,38.0',
  // The reefs of the Great Basses and the Little Basses.
  '6.35,81.4 6.1,81.5',
  '6.55,81.65 6.36,81.8',
  // The reefs off Cape São Roque.
  '-5.25,-35.45 -4.85,-35.25',
  // The bank between Isla Contoy and the mainland.
  '21.52,-86.78 21.5,-87.1',
  // The sands of the Thames Estuary: Margate Sand, the Goodwin Sands, Gunfleet Sand, Sunk Sand, Long Sand, and Kentish
  // Knock.
  '51.36,1.1 51.45,1.33',
  '51.16,1.46 51.33,1.58',
  '51.84,1.25 51.7,1.1',
  '51.84,1.45 51.6,1.1',
  '51.8,1.6 51.54,1.25',
  '51.75,1.7 51.6,1.55',
  // Burnham Flats, Docking Shoal, and Race Bank, north of Norfolk.
  '52.95,0.6 53.18,0.75',
  '53.18,0.75 53.35,0.95',
  // The Owers, off Selsey Bill.
  '50.73,-0.79 50.62,-0.68',
  // The Flemish Banks, north of Dunkirk. Ships enter from the west or along the coast from the east.
  '51.08,2.1 51.2,2.62',
  // The inner part of Horns Rev, off Blåvandshuk.
  '55.57,8.12 55.53,7.8',
  // The Noorderhaaks, off Texel. Ships enter Den Helder from the south.
  '53.03,4.76 52.98,4.62',
  // Borkum Riff.
  '53.59,6.7 53.68,6.53',
  // The bridge of rocks between the Île d'Yeu and the mainland.
  '46.8,-2.05 46.71,-2.32',
  // The islands and flats west of Mokpo.
  '35.12,126.15 34.88,126.0',
  '34.88,126.0 34.6,125.93',
  // The Great Sands of Port Phillip.
  '-38.25,144.67 -38.26,144.93',
  // The Gran Banco de Buena Esperanza and the Jardines de la Reina, and the Colorados reef, off Cuba.
  '20.77,-78.13 20.5,-78.36',
  '20.5,-78.36 21.13,-79.46',
  '21.98,-84.83 22.3,-84.87',
  '22.3,-84.87 22.72,-84.38',
  '22.72,-84.38 23.04,-83.5',
  // The mud flats of the Mekong Delta, off its mouths and around Cape Cà Mau as far as Hòn Khoai.
  '10.0,106.65 9.85,106.97',
  '9.6,106.45 9.4,106.72',
  '8.85,105.2 8.62,105.38',
  '8.65,104.85 8.43,104.83',
  '8.68,104.8 8.6,104.5',
  // The flats off Celestún.
  '20.87,-90.35 20.8,-90.85',
].map(parseGate)
