import { type Passage, parseGate } from './passage.ts'

/**
 * Sounds, reef passages, and inner fairways that large ships avoid. Ships of unknown size take the wider or deeper route
 * around them, as published distances assume.
 *
 * Each row has the ID, name, line from shore to shore (empty if the passage is a channel), maximum draft, beam, and air
 * draft in meters (empty if no bridge limits it), authority, and notes for the master. The limits were entered from
 * general knowledge and have not yet been compared with the publications. They are on the safe side: a ship that has a
 * pilot may be larger.
 */
const narrowTable = `
little_belt|Little Belt|55.54,9.68 55.47,9.78|10|32|33|Danish Pilot; Danish Geodata Agency|Two bridges; strong currents.
svendborg_sund|Svendborg Sund and Langelandssund|54.985,10.61 54.935,10.75|3.5|12|26|Danish Pilot; Danish Geodata Agency|Bridges and a depth of a few meters.
fehmarnsund|Fehmarnsund|54.43,11.1 54.38,11.12|6|20|22|German Federal Maritime and Hydrographic Agency|A bridge 22 m above the water.
laesoe_rende|Læsø Rende|57.45,10.45 57.27,10.98|6.5|28||Danish Pilot; Danish Geodata Agency|
kobbergrund|Kobbergrund, between Læsø and Anholt|57.26,11.05 56.71,11.56|6.5|28||Danish Pilot; Danish Geodata Agency|
storstroem|Storstrøm|55.03,11.845 54.9,11.91|5|20|26|Danish Pilot; Danish Geodata Agency|
limfjord|Limfjord||4|20||Danish Pilot; Danish Geodata Agency|Bridges that open on request; the channels silt up.
kihti|Kihti, the inner fairways between Åland and Finland|60.3,20.1 60.65,21.45|7|25||Finnish Transport Infrastructure Agency|
maerket|Märket, the waters between Märket and Åland|60.30,19.14 60.23,19.55|9|28||Finnish Transport Infrastructure Agency|
replot|Replot Sound|63.25,21.3 63.2,21.6|3.5|12|26|Finnish Transport Infrastructure Agency|A bridge 26 m above the water.
moonsund|Moonsund|58.5,23.75 58.8,22.85|5|20||Estonian Transport Administration|
tjeldsund|Tjeldsund|68.66,16.5 68.6,16.64|7.5|24|41|Norwegian Coastal Administration|
gabriel|Gabriel Strait, north of Resolution Island|61.65,-65.0 62.1,-66.3|10|30||Canadian Hydrographic Service, Sailing Directions ARC 401|
oostgat|Oostgat, north of the mouth of the Western Scheldt|51.55,3.46 51.5,3.15|6.5|23||Common Nautical Authority of the Scheldt|
four|Chenal du Four, between Ushant and Brittany|48.46,-5.1 48.4,-4.75|6|20||French Maritime Prefecture of the Atlantic|
zadar|Zadar Channel and the channels behind Dugi Otok|43.99,15.05 44.02,15.4|8|30||Hydrographic Institute of the Republic of Croatia|
peljesac|Pelješac Channel, between Pelješac and Korčula|43.02,17.06 42.93,17.06|9|32||Hydrographic Institute of the Republic of Croatia|
euripus|Euripus Strait||6|20|34|Hellenic Navy Hydrographic Service|The bridge at Chalkida opens at slack water, usually at night.
serpents_mouth|Serpent's Mouth, between Trinidad and Venezuela|10.08,-61.8 9.95,-62.1|9|30||Admiralty Sailing Directions NP 7A|
cozumel|Cozumel Channel|20.6,-87.1 20.5,-86.9|12|48||Mexican Navy, Directorate of Hydrography|
main_a_dieu|Main-à-Dieu Passage, inside Scatarie Island|45.97,-59.9 46.02,-59.72|6|18||Canadian Hydrographic Service, Sailing Directions ATL 105|
wessel|Passes of the Wessel Islands|-12.3,135.7 -11.05,136.75|6|20||Admiralty Sailing Directions NP 15|
naruto|Naruto Strait|34.28,134.675 34.2,134.625|6|18|41|Japan Coast Guard|Tidal streams of up to 10 knots.
hirado|Hirado Strait|33.34,129.49 33.34,129.69|6|18|30|Japan Coast Guard|
hydrographers|Hydrographers Passage|-20.2,150.7 -19.8,150.2|15|47||Australian Maritime Safety Authority|Through the Great Barrier Reef with a pilot.
palm|Palm Passage|-18.6,147.4 -18.45,147.1|12|40||Australian Maritime Safety Authority|Through the Great Barrier Reef.
`

export const narrows: readonly Passage[] = narrowTable.trim().split('\n').map(parseNarrow)

function parseNarrow(row: string): Passage {
  const [id, name, line, draft, beam, airDraft, source, rule] = row.split('|')
  return {
    id,
    name,
    kind: 'strait',
    gates: line === '' ? [] : [parseGate(line)],
    limits: { draftM: Number(draft), beamM: Number(beam), ...(airDraft !== '' && { airDraftM: Number(airDraft) }) },
    source,
    ...(rule !== '' && { rule }),
    isNarrow: true,
  }
}
