/**
 * Bridges over navigable water, with ID, name, line from shore to shore, vertical clearance in meters, and the
 * authority that publishes it. Clearances depend on the tide and on the authority's definition of high water. The
 * clearances are for planning only, and the chart is authoritative. The clearances were entered from general knowledge
 * and have not yet been compared with the publications.
 */
export const bridgeTable = `
golden_gate|Golden Gate Bridge|37.77,-122.478 37.87,-122.478|67|Golden Gate Bridge District; US Coast Pilot 7
richmond_san_rafael|Richmond–San Rafael Bridge|37.945,-122.5 37.93,-122.39|56|US Coast Pilot 7
astoria_megler|Astoria–Megler Bridge|46.14,-123.85 46.29,-123.89|59|US Coast Pilot 10
tacoma_narrows|Tacoma Narrows Bridge|47.275,-122.57 47.262,-122.53|57|US Coast Pilot 10
verrazzano|Verrazzano-Narrows Bridge|40.58,-74.09 40.63,-73.99|69.5|US Coast Pilot 2
throgs_neck|Throgs Neck Bridge|40.765,-73.797 40.835,-73.787|42|US Coast Pilot 2
mount_hope|Mount Hope Bridge|41.65,-71.265 41.625,-71.245|41|US Coast Pilot 2
delaware_memorial|Delaware Memorial Bridge|39.695,-75.545 39.68,-75.49|53|US Coast Pilot 3
chesapeake_bay_bridge|Chesapeake Bay Bridge|39.015,-76.43 38.97,-76.31|56.4|US Coast Pilot 3
sunshine_skyway|Sunshine Skyway Bridge|27.7,-82.74 27.52,-82.55|53.3|US Coast Pilot 5
fred_hartman|Fred Hartman Bridge|29.71,-95.08 29.7,-94.95|53.3|US Coast Pilot 5
mackinac|Mackinac Bridge|45.77,-84.73 45.87,-84.725|45|US Coast Pilot 6
confederation|Confederation Bridge|46.17,-63.82 46.255,-63.68|60|Transport Canada
quebec_bridge|Quebec Bridge|46.755,-71.292 46.737,-71.283|45.7|Canadian Coast Guard
laviolette|Laviolette Bridge|46.35,-72.575 46.25,-72.54|51.8|Canadian Coast Guard
rio_niteroi|Rio–Niterói Bridge|-22.89,-43.27 -22.865,-43.05|72|Brazilian Navy, chart 1512
rafael_urdaneta|General Rafael Urdaneta Bridge|10.6,-71.63 10.55,-71.5|45|Venezuelan National Institute of Aquatic Spaces
storstroem|Storstrøm Bridge|55.03,11.845 54.9,11.91|26|Danish Pilot; Danish Geodata Agency
faroe_falster|Farø–Falster Bridge|55.02,11.97 54.87,12.03|26|Danish Pilot; Danish Geodata Agency
oland|Öland Bridge|56.68,16.36 56.67,16.48|36|Swedish Maritime Administration
tjorn|Tjörn Bridge|58.07,11.72 58.035,11.87|45|Swedish Maritime Administration
replot|Replot Bridge|63.25,21.35 63.17,21.53|26|Finnish Transport Infrastructure Agency
sotra|Sotra Bridge|60.38,5.1 60.36,5.23|50|Norwegian Coastal Administration
karmsund|Karmsund Bridge|59.38,5.28 59.375,5.32|45|Norwegian Coastal Administration
hardanger|Hardanger Bridge|60.51,6.81 60.44,6.86|55|Norwegian Coastal Administration
gjemnessund|Gjemnessund Bridge|63.0,7.73 62.93,7.85|43|Norwegian Coastal Administration
helgeland|Helgeland Bridge|66.03,12.41 65.93,12.54|45|Norwegian Coastal Administration
saltstraumen|Saltstraumen Bridge|67.26,14.57 67.2,14.67|41|Norwegian Coastal Administration
tjeldsund|Tjeldsund Bridge|68.66,16.5 68.6,16.64|41|Norwegian Coastal Administration
sortland|Sortland Bridge|68.71,15.33 68.68,15.53|30|Norwegian Coastal Administration
gimsoystraumen|Gimsøystraumen Bridge|68.26,14.1 68.215,14.27|30|Norwegian Coastal Administration
tromso|Tromsø Bridge|69.66,18.94 69.64,19.03|38|Norwegian Coastal Administration
sandnessund|Sandnessund Bridge|69.71,18.82 69.67,18.96|41|Norwegian Coastal Administration
forth|Forth Bridge|56.015,-3.39 55.985,-3.385|44|Admiralty Sailing Directions NP 54
skye|Skye Bridge|57.285,-5.735 57.265,-5.745|29|Admiralty Sailing Directions NP 66
normandie|Normandy Bridge|49.445,0.27 49.415,0.278|52|HAROPA Port
rio_antirrio|Rio–Antirrio Bridge|38.335,21.76 38.305,21.785|52|Gefyra S.A.
osman_gazi|Osman Gazi Bridge|40.8,29.515 40.7,29.515|64|Turkish Directorate General of Coastal Safety
king_fahd|King Fahd Causeway|26.22,50.19 26.16,50.48|28.5|King Fahd Causeway Authority
penang|Penang Bridge|5.36,100.26 5.345,100.45|33|Penang Port Commission
penang_second|Second Penang Bridge|5.29,100.27 5.22,100.44|30|Penang Port Commission
suramadu|Suramadu Bridge|-7.21,112.775 -7.155,112.785|35|Port of Surabaya
mactan|Mactan–Mandaue Bridge|10.36,123.935 10.295,123.975|22.9|Cebu Ports Authority
stonecutters|Stonecutters Bridge|22.35,114.112 22.3,114.131|73.5|Hong Kong Marine Department
hangzhou_bay|Hangzhou Bay Bridge|30.7,120.95 30.2,121.25|47|Zhejiang Maritime Safety Administration
donghai|Donghai Bridge|30.9,121.88 30.6,122.1|40|Shanghai Maritime Safety Administration
incheon|Incheon Bridge|37.385,126.64 37.45,126.5|74|Incheon Port Authority
jindo|Jindo Bridge|34.6,126.32 34.54,126.29|20|Korea Hydrographic and Oceanographic Agency
akashi|Akashi Kaikyō Bridge|34.655,135.03 34.59,135.01|65|Honshu–Shikoku Bridge Expressway
onaruto|Ōnaruto Bridge|34.28,134.675 34.2,134.625|41|Honshu–Shikoku Bridge Expressway
seto|Great Seto Bridge|34.5,133.8 34.33,133.83|65|Honshu–Shikoku Bridge Expressway
meiko|Meikō Bridges|35.055,136.84 35.045,136.9|47|Port of Nagoya
tasman|Tasman Bridge|-42.87,147.31 -42.857,147.385|44|TasPorts
auckland_harbour|Auckland Harbour Bridge|-36.84,174.745 -36.82,174.747|43|Ports of Auckland
san_mateo|San Mateo–Hayward Bridge|37.58,-122.29 37.64,-122.12|41|US Coast Pilot 7
dumbarton|Dumbarton Bridge|37.485,-122.14 37.53,-122.07|26|US Coast Pilot 7
carquinez|Carquinez Bridge|38.08,-122.228 38.045,-122.224|41|US Coast Pilot 7
benicia_martinez|Benicia–Martinez Bridge|38.06,-122.13 38.02,-122.115|41|US Coast Pilot 7
coronado|San Diego–Coronado Bridge|32.705,-117.13 32.68,-117.18|59|US Coast Pilot 7
newport_pell|Claiborne Pell Newport Bridge|41.52,-71.38 41.495,-71.31|59|US Coast Pilot 2
george_washington|George Washington Bridge|40.857,-73.97 40.843,-73.93|59|US Coast Pilot 2
dauphin_island|Dauphin Island Bridge|30.33,-88.14 30.25,-88.11|25|US Coast Pilot 5
nordhordland|Nordhordland Bridge|60.505,5.3 60.54,5.24|32|Norwegian Coastal Administration
hadsel|Hadsel Bridge|68.56,14.96 68.6,15.05|30|Norwegian Coastal Administration
sallingsund|Sallingsund Bridge|56.77,8.82 56.73,8.9|26|Danish Pilot; Danish Geodata Agency
kessock|Kessock Bridge|57.515,-4.24 57.485,-4.22|29|Admiralty Sailing Directions NP 54
second_severn|Second Severn Crossing|51.59,-2.76 51.555,-2.63|37|Admiralty Sailing Directions NP 37
peljesac|Pelješac Bridge|42.96,17.51 42.89,17.56|55|Croatian Ministry of the Sea
xihoumen|Xihoumen Bridge|30.045,121.88 30.08,121.94|49.5|Zhejiang Maritime Safety Administration
jintang|Jintang Bridge|29.97,121.65 30.06,121.87|51|Zhejiang Maritime Safety Administration
shanghai_yangtze|Shanghai Yangtze River Bridge|31.4,121.75 31.55,121.69|52.7|Shanghai Maritime Safety Administration
namhae|Namhae Bridge|34.96,127.868 34.93,127.88|52|Korea Hydrographic and Oceanographic Agency
kurushima|Kurushima Kaikyō Bridge|34.085,132.94 34.145,133.04|65|Honshu–Shikoku Bridge Expressway
innoshima|Innoshima Bridge|34.38,133.185 34.335,133.19|50|Honshu–Shikoku Bridge Expressway
oshima|Ōshima Bridge, Yamaguchi|33.98,132.175 33.94,132.2|31|Japan Coast Guard
ikitsuki|Ikitsuki Bridge|33.38,129.425 33.34,129.445|31|Japan Coast Guard
yokohama_bay|Yokohama Bay Bridge|35.44,139.66 35.468,139.69|55|Port of Yokohama
rainbow|Rainbow Bridge, Tokyo|35.65,139.745 35.625,139.78|52|Port of Tokyo
cebu_cordova|Cebu–Cordova Link|10.29,123.86 10.24,123.955|51|Cebu Ports Authority
vejle_fjord|Vejle Fjord Bridge|55.72,9.61 55.665,9.635|40|Danish Pilot; Danish Geodata Agency
san_francisco_oakland|San Francisco–Oakland Bay Bridge|37.785,-122.395 37.828,-122.295|67|US Coast Pilot 7
potomac_nice|Harry Nice Bridge, Potomac River|38.365,-77.02 38.36,-76.96|41|US Coast Pilot 3
bronx_whitestone|Bronx–Whitestone Bridge|40.82,-73.844 40.775,-73.844|41|US Coast Pilot 2
ravenel|Arthur Ravenel Bridge, Charleston|32.805,-79.93 32.80,-79.89|56.7|US Coast Pilot 4
seven_mile|Seven Mile Bridge, Florida Keys|24.71,-81.1 24.67,-81.24|19.8|US Coast Pilot 4
seal_island|Seal Island Bridge, Great Bras d'Or|46.245,-60.5 46.23,-60.48|36|Canadian Coast Guard
abril_25|25 de Abril Bridge, Lisbon|38.705,-9.1875 38.67,-9.1875|70|Portuguese Hydrographic Institute
rande|Rande Bridge, Vigo|42.296,-8.665 42.282,-8.656|38|Port of Vigo
rugen|Rügen Bridge, Stralsund|54.312,13.09 54.315,13.135|42|German Federal Waterways and Shipping Administration
tay|Tay Road Bridge|56.46,-2.95 56.44,-2.92|24|Admiralty Sailing Directions NP 54
halogaland|Hålogaland Bridge|68.445,17.45 68.475,17.49|40|Norwegian Coastal Administration
krk|Krk Bridge|45.25,14.575 45.24,14.56|50|Croatian Ministry of the Sea
kuwait_bay|Sheikh Jaber Causeway, Kuwait Bay|29.36,47.9 29.6,47.85|23|Kuwait Ports Authority
second_link|Malaysia–Singapore Second Link|1.355,103.62 1.34,103.645|25|Maritime and Port Authority of Singapore
san_juanico|San Juanico Bridge|11.31,124.95 11.295,124.99|41|Philippine Coast Guard
busan_harbor|Busan Harbor Bridge|35.095,129.045 35.11,129.08|60|Busan Port Authority
`
