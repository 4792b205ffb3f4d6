/**
 * Channels and straits with a limited depth: id, name, line from shore to shore, maximum draft in meters, and the
 * authority that publishes it. They were entered from general knowledge and not yet compared with the publications.
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
`
