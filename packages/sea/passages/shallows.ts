/**
 * Channels and straits with a limited depth, with ID, name, line from shore to shore, maximum draft in meters, and the
 * authority that publishes it. The drafts were entered from general knowledge and have not yet been compared with the
 * publications.
 */
export const shallowTable = `
punta_indio|Punta Indio channel, Río de la Plata|-35.65,-57.45 -34.6,-56.35|10.36|Argentine General Administration of Ports (34 ft)
barra_norte|Barra Norte of the Amazon|1.9,-50.6 -0.3,-48.3|11.9|Brazilian Navy, port captaincy of Amapá
bahia_blanca|Bahía Blanca access channel|-38.45,-61.7 -39.6,-61.9|13.7|Port of Bahía Blanca (45 ft)
houston|Houston Ship Channel|29.36,-94.82 29.39,-94.7|13.7|US Army Corps of Engineers (45 ft)
calcasieu|Calcasieu Ship Channel|29.82,-93.6 29.8,-93.1|12.2|US Army Corps of Engineers (40 ft)
tampa|Tampa Bay channel|27.8,-82.75 27.42,-82.53|13.1|US Army Corps of Engineers (43 ft)
charleston|Charleston Harbor channel|32.725,-79.89 32.77,-79.83|15.8|US Army Corps of Engineers (52 ft)
ambrose|Ambrose Channel|40.48,-74.02 40.59,-73.94|16.2|US Army Corps of Engineers (53 ft)
delaware_river|Delaware River main channel|39.4,-75.6 39.46,-75.45|13.7|US Army Corps of Engineers (45 ft)
baltimore|Baltimore channels|39.13,-76.46 39.13,-76.2|15.2|US Army Corps of Engineers (50 ft)
columbia_bar|Columbia River bar|46.1,-123.95 46.4,-124.03|13.1|US Army Corps of Engineers (43 ft)
san_francisco_bar|San Francisco main ship channel|37.6,-122.48 37.95,-122.75|16.8|US Army Corps of Engineers (55 ft)
drogden_flint|Drogden and Flint channels|55.66,12.5 55.55,13.05|8|Danish Maritime Authority; Swedish Maritime Administration
moonsund|Moonsund (Suur Strait)|58.5,23.75 58.8,22.85|5|Estonian Transport Administration
elbe|Elbe below Hamburg|53.98,9.0 53.78,9.05|15.4|Hamburg Port Authority
western_scheldt|Western Scheldt|51.48,3.57 51.36,3.6|16|Common Nautical Authority of the Scheldt
port_phillip|Port Phillip Heads|-38.22,144.55 -38.36,144.75|14|Ports Victoria
yangtze|Yangtze deep-water channel|31.9,121.75 31.05,121.85|12.5|Changjiang Waterway Bureau
hooghly|Hooghly at Sagar|21.75,87.75 21.75,88.2|8.5|Syama Prasad Mookerjee Port, Kolkata
bangkok_bar|Bangkok bar|13.5,100.45 13.5,100.7|8.5|Port Authority of Thailand
umm_qasr|Khor Abdullah|29.6,48.1 30.1,48.55|12.2|General Company for Ports of Iraq
maputo|Maputo access channel|-25.85,32.72 -26.1,32.95|14.2|Port of Maputo
patos|Lagoa dos Patos|-32.0,-52.4 -31.6,-51.5|5.2|Brazilian Navy, port captaincy of Rio Grande do Sul (17 ft)
mobile|Mobile ship channel|30.45,-88.12 30.45,-87.9|15.2|US Army Corps of Engineers (50 ft)
jacksonville|Saint Johns River below Jacksonville|30.372,-81.47 30.418,-81.495|14.3|US Army Corps of Engineers (47 ft)
brunswick|Brunswick Harbor entrance|31.145,-81.4 31.1,-81.41|11|US Army Corps of Engineers (36 ft)
morehead_city|Beaufort Inlet, Morehead City|34.7,-76.71 34.685,-76.62|13.7|US Army Corps of Engineers (45 ft)
hampton_roads|Hampton Roads|37.02,-76.32 36.95,-76.29|16.8|US Army Corps of Engineers (55 ft)
james_river|James River above Newport News|37.08,-76.52 37.0,-76.63|7.6|US Army Corps of Engineers (25 ft)
potomac|Potomac River below Washington|38.52,-77.31 38.52,-77.22|7.3|US Army Corps of Engineers (24 ft)
new_haven|New Haven Harbor|41.262,-72.945 41.262,-72.885|10.7|US Army Corps of Engineers (35 ft)
providence|Providence River|41.715,-71.385 41.725,-71.33|12.2|US Army Corps of Engineers (40 ft)
pinole_shoal|Pinole Shoal channel, San Pablo Bay|37.99,-122.36 38.13,-122.36|10.7|US Army Corps of Engineers (35 ft)
humboldt|Humboldt Bay bar|40.781,-124.171 40.723,-124.255|14.6|US Army Corps of Engineers (48 ft)
coos_bay|Coos Bay channel|43.396,-124.293 43.319,-124.34|11.3|US Army Corps of Engineers (37 ft)
grays_harbor|Grays Harbor channel|46.89,-124.1 46.95,-124.17|11.6|US Army Corps of Engineers (38 ft)
wrangell_narrows|Wrangell Narrows|56.687,-133.01 56.573,-132.89|7.3|US Army Corps of Engineers (24 ft)
knik_arm|Cook Inlet channel to Anchorage|61.27,-150.2 61.13,-150.0|10.7|US Army Corps of Engineers (35 ft)
lake_saint_clair|Lake Saint Clair channel|42.46,-82.9 42.28,-82.6|8.2|US Army Corps of Engineers (27 ft)
maumee_bay|Maumee Bay channel, Toledo|41.75,-83.48 41.68,-83.3|8.5|US Army Corps of Engineers (28 ft)
san_juan|San Juan Harbor entrance|18.459,-66.117 18.455,-66.153|14|US Army Corps of Engineers (46 ft)
lake_saint_pierre|Saint Lawrence below Montreal|46.29,-72.85 46.09,-72.8|11.3|Canadian Coast Guard
santos|Santos access channel|-23.958,-46.313 -24,-46.312|14.5|Santos Port Authority
sao_marcos|Bay of São Marcos|-2.1,-44.6 -2.5,-44.05|23|Brazilian Navy, port captaincy of Maranhão
guayaquil|Guayaquil access channel|-2.6,-80.4 -2.85,-79.7|12.5|Port Authority of Guayaquil
kadetrenden|Kadetrenden|54.58,11.9 54.42,12.5|17|Danish Maritime Authority, route T
jade|Jade to Wilhelmshaven|53.69,8.0 53.57,8.28|16.5|Niedersachsen Ports
ems|Ems below Emden|53.35,7.02 53.29,7.06|10.7|Niedersachsen Ports
neva_bay|Saint Petersburg sea canal|60.06,29.95 59.84,29.95|11|Big Port of Saint Petersburg
szczecin|Świnoujście–Szczecin fairway|53.75,13.8 53.75,14.75|11|Maritime Office in Szczecin
dnieper_bug|Dnieper–Bug estuary channel|46.636,31.407 46.504,31.673|10.3|Ukrainian Sea Ports Authority
azov_don|Azov–Don sea canal|47.25,38.95 47.0,39.1|4|Rosmorport
lagos|Lagos harbor entrance|6.393,3.385 6.423,3.415|13.5|Nigerian Ports Authority
yangon|Yangon River|16.45,96.2 16.55,96.55|9|Myanma Port Authority
upper_plata|Mitre and Martín García channels|-34.02,-58.15 -34.47,-58.58|10.36|Argentine General Administration of Ports (34 ft)
redwood_city|Redwood City channel, San Francisco Bay|37.62,-122.42 37.67,-122.13|9.1|US Army Corps of Engineers (30 ft)
suisun|Suisun Bay channel|38.02,-122.07 38.13,-122.05|10.7|US Army Corps of Engineers (35 ft)
saginaw|Saginaw Bay channel|43.92,-83.98 43.6,-83.4|7.9|US Army Corps of Engineers (26 ft)
green_bay|Green Bay harbor channel|44.76,-88.07 44.68,-87.72|7.9|US Army Corps of Engineers (26 ft)
fall_river|Fall River channel, Mount Hope Bay|41.7,-71.29 41.66,-71.16|10.7|US Army Corps of Engineers (35 ft)
orinoco|Boca Grande of the Orinoco|8.7,-61.2 8.4,-60.3|10.36|Venezuelan National Institute of Canalizations (34 ft)
maracaibo_bar|Maracaibo bar|11.0,-71.7 10.95,-71.55|11.6|Venezuelan National Institute of Canalizations (38 ft)
demerara|Demerara bar, Georgetown|6.83,-58.2 6.83,-58.15|5.5|Guyana Maritime Administration
paranagua|Galheta channel, Paranaguá|-25.57,-48.36 -25.52,-48.3|12.8|Ports of Paraná
strelasund|Strelasund|54.315,13.09 54.32,13.16|6.6|German Federal Waterways and Shipping Administration
marsdiep|Schulpengat, Den Helder|53.0,4.72 52.95,4.77|9.5|Netherlands Hydrographic Service
gambia|Gambia River entrance|13.48,-16.57 13.58,-16.52|9|Gambia Ports Authority
beira|Macuti channel, Beira|-19.85,34.85 -19.95,34.6|8|Port of Beira
lingding|Lingding channel, Pearl River|22.6,113.55 22.6,113.85|15.5|Guangdong Maritime Safety Administration
nevelskoy|Nevelskoy Strait, Amur estuary|52.15,141.4 52.15,141.8|4.5|Russian Department of Navigation and Oceanography
sannikov|Sannikov Strait|75.0,138.8 73.9,141.0|12.8|Northern Sea Route Administration
dmitry_laptev|Dmitry Laptev Strait|73.4,141.5 72.6,141.5|6.7|Northern Sea Route Administration
`
