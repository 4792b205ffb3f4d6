/**
 * The lists name the OpenStreetMap extracts that can be downloaded. The lists do not need to be up to date, because the
 * download reports a missing file.
 */

/** Regions of the Geofabrik mirror by folder. */
export const mirrorRegions: Readonly<Record<string, string>> = {
  africa:
    'algeria angola benin botswana burkina-faso burundi cameroon canary-islands cape-verde central-african-republic chad comores congo-brazzaville congo-democratic-republic djibouti egypt equatorial-guinea eritrea ethiopia gabon ghana guinea guinea-bissau ivory-coast kenya lesotho liberia libya madagascar malawi mali mauritania mauritius morocco mozambique namibia niger nigeria rwanda sao-tome-and-principe senegal-and-gambia seychelles sierra-leone somalia south-africa south-sudan sudan swaziland tanzania togo tunisia uganda zambia zimbabwe',
  asia: 'afghanistan armenia azerbaijan bangladesh bhutan cambodia china east-timor gcc-states india indonesia iran iraq israel-and-palestine japan jordan kazakhstan kyrgyzstan laos lebanon malaysia-singapore-brunei maldives mongolia myanmar nepal north-korea pakistan philippines south-korea sri-lanka syria taiwan tajikistan thailand turkmenistan uzbekistan vietnam yemen',
  'asia/japan': 'chubu chugoku hokkaido kansai kanto kyushu shikoku tohoku',
  'australia-oceania':
    'australia cook-islands fiji kiribati marshall-islands micronesia nauru new-caledonia new-zealand niue palau papua-new-guinea samoa solomon-islands tonga tuvalu vanuatu',
  'central-america':
    'bahamas belize costa-rica cuba el-salvador guatemala haiti-and-domrep honduras jamaica nicaragua panama',
  europe:
    'albania andorra austria azores belarus belgium bosnia-herzegovina bulgaria croatia cyprus czech-republic denmark estonia faroe-islands finland france georgia germany great-britain greece guernsey-jersey hungary iceland ireland-and-northern-ireland isle-of-man italy kosovo latvia liechtenstein lithuania luxembourg macedonia malta moldova monaco montenegro netherlands norway poland portugal romania serbia slovakia slovenia spain sweden switzerland turkey ukraine',
  'europe/germany':
    'baden-wuerttemberg bayern berlin brandenburg bremen hamburg hessen mecklenburg-vorpommern niedersachsen nordrhein-westfalen rheinland-pfalz saarland sachsen sachsen-anhalt schleswig-holstein thueringen',
  'europe/great-britain': 'england scotland wales',
  'europe/italy': 'centro isole nord-est nord-ovest sud',
  'north-america': 'canada greenland mexico',
  'north-america/canada':
    'alberta british-columbia manitoba new-brunswick newfoundland-and-labrador nova-scotia ontario prince-edward-island quebec saskatchewan yukon',
  'north-america/us':
    'alabama alaska arizona arkansas california colorado connecticut delaware district-of-columbia florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada new-hampshire new-jersey new-mexico new-york north-carolina north-dakota ohio oklahoma oregon pennsylvania puerto-rico rhode-island south-carolina south-dakota tennessee texas utah vermont virginia washington west-virginia wisconsin wyoming',
  'south-america': 'argentina bolivia brazil chile colombia ecuador guyana paraguay peru suriname uruguay venezuela',
}

/** Cities of BBBike, by file name. */
export const cityFiles =
  'Aachen Aarhus Adelaide Albuquerque Alexandria Amsterdam Antwerpen Arnhem Auckland Augsburg Austin Baghdad Baku Bamberg Bangkok Barcelona Basel Beijing Beirut Berkeley Berlin Bern Bielefeld Birmingham Bochum Bogota Bombay Bonn Bordeaux Boulder Braunschweig Bremen Bremerhaven Brisbane Bristol Brno Bruegge Bruessel Budapest BuenosAires Cairo Calgary Cambridge Canberra CapeTown Chemnitz Chicago ClermontFerrand Copenhagen Cork Cracow Curitiba Cusco Dallas Darmstadt DenHaag Denver Dortmund Dresden Dublin Duesseldorf Duisburg Edinburgh Eindhoven Erfurt Erlangen Flensburg Frankfurt Freiburg Gdansk Genf Gent Glasgow Goeteborg Goettingen Graz Groningen Halifax Halle Hamburg Hannover Heilbronn Helsinki Innsbruck Istanbul Jena Jerusalem Johannesburg Kaiserslautern Karlsruhe Kassel Katowice Kaunas Kiel Kiew Koblenz Koeln Konstanz LaPaz LaPlata Lausanne Leeds Leipzig Lima Linz Lisbon Liverpool Ljubljana Lodz London Luebeck Luxemburg Lyon Maastricht Madison Madrid Magdeburg Mainz Malmoe Manchester Mannheim Marseille Melbourne Memphis MexicoCity Miami Moenchengladbach Montevideo Montpellier Montreal Moscow Muenchen Muenster NewDelhi NewOrleans NewYork Nuernberg Oldenburg Orlando Oslo Osnabrueck Ostrava Ottawa Paderborn Palma PaloAlto Paris Perth Philadelphia PhnomPenh Portland Porto PortoAlegre Potsdam Poznan Prag Providence Regensburg Riga RiodeJaneiro Rostock Rotterdam Saarbruecken Sacramento Saigon Salzburg SanFrancisco SanJose SanktPetersburg Santiago Sarajewo Schwerin Seattle Seoul Sheffield Singapore Sofia Stockholm Strassburg Stuttgart Sydney Szczecin Tallinn Tehran Tilburg Tokyo Toronto Toulouse Trondheim Tucson Turin UlanBator Ulm Utrecht Vancouver Victoria Warsaw WashingtonDC Wien Wroclaw Wuerzburg Wuppertal Zagreb Zuerich'

/** Common names of places whose file names are different. */
export const otherNames: Readonly<Record<string, string>> = {
  Antwerpen: 'Antwerp',
  Bombay: 'Mumbai',
  Bruegge: 'Bruges Brugge',
  Bruessel: 'Brussels Bruxelles',
  Copenhagen: 'København',
  Cracow: 'Kraków',
  DenHaag: 'The Hague',
  Genf: 'Geneva Genève',
  Gent: 'Ghent',
  Goeteborg: 'Gothenburg',
  Hannover: 'Hanover',
  Kiew: 'Kyiv',
  Koeln: 'Cologne',
  Lisbon: 'Lisboa',
  Luxemburg: 'Luxembourg',
  Muenchen: 'Munich',
  Nuernberg: 'Nuremberg',
  Prag: 'Prague Praha',
  Saigon: 'Ho Chi Minh City',
  SanktPetersburg: 'Saint Petersburg',
  Sarajewo: 'Sarajevo',
  Strassburg: 'Strasbourg',
  Turin: 'Torino',
  Warsaw: 'Warszawa',
  Wien: 'Vienna',
  Zuerich: 'Zurich',
  'great-britain': 'United Kingdom UK',
  'czech-republic': 'Czechia',
  'gcc-states': 'Saudi Arabia Emirates Dubai Qatar Kuwait Oman Bahrain',
  macedonia: 'North Macedonia',
  swaziland: 'Eswatini',
  bayern: 'Bavaria',
}
