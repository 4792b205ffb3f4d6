/**
 * Official and other widely used names of countries, by code: in English, and in their official languages with Latin
 * letters. CLDR has only the short names. Names that belong to several countries, such as "Republic of the Congo", are
 * those that the United Nations uses.
 */
const OFFICIAL_NAMES = `
AD Principality of Andorra|Principat d'Andorra|Principado de Andorra|Principauté d'Andorre
AF Islamic Republic of Afghanistan
AL Republic of Albania|Republika e Shqipërisë
AM Republic of Armenia
AO Republic of Angola|República de Angola
AR Argentine Republic|República Argentina
AT Republic of Austria|Republik Österreich
AU Commonwealth of Australia
AZ Republic of Azerbaijan|Azərbaycan Respublikası
BD People's Republic of Bangladesh
BE Kingdom of Belgium|Koninkrijk België|Royaume de Belgique|Königreich Belgien
BG Republic of Bulgaria
BH Kingdom of Bahrain
BN Nation of Brunei
BO Plurinational State of Bolivia|Estado Plurinacional de Bolivia
BR Federative Republic of Brazil|República Federativa do Brasil
BS Commonwealth of the Bahamas
BT Kingdom of Bhutan
BW Republic of Botswana
BY Republic of Belarus
CD Democratic Republic of the Congo|République démocratique du Congo|DR Congo|DRC
CG Republic of the Congo|République du Congo
CH Swiss Confederation|Schweizerische Eidgenossenschaft|Confédération suisse|Confederazione Svizzera|Confederaziun svizra
CI Republic of Côte d'Ivoire|République de Côte d'Ivoire|Ivory Coast
CL Republic of Chile|República de Chile
CM Republic of Cameroon|République du Cameroun
CN People's Republic of China|PRC
CO Republic of Colombia|República de Colombia
CR Republic of Costa Rica|República de Costa Rica
CU Republic of Cuba|República de Cuba
CV Republic of Cabo Verde|Cape Verde
CY Republic of Cyprus
CZ Czech Republic|Česká republika
DE Federal Republic of Germany|Bundesrepublik Deutschland|BRD
DK Kingdom of Denmark|Kongeriget Danmark
DO República Dominicana
DZ People's Democratic Republic of Algeria
EC Republic of Ecuador|República del Ecuador
EE Republic of Estonia|Eesti Vabariik
EG Arab Republic of Egypt
ES Kingdom of Spain|Reino de España
ET Federal Democratic Republic of Ethiopia
FI Republic of Finland|Suomen tasavalta|Republiken Finland
FJ Republic of Fiji
FR French Republic|République française
GB United Kingdom of Great Britain and Northern Ireland|Great Britain|Britain|Großbritannien|Grande-Bretagne|Gran Bretaña|Gran Bretagna|Grã-Bretanha|Groot-Brittannië|Storbritannien|Wielka Brytania
GE Republic of Georgia
GH Republic of Ghana
GR Hellenic Republic|Hellas
GT Republic of Guatemala|República de Guatemala
HN Republic of Honduras|República de Honduras
HR Republic of Croatia|Republika Hrvatska
HU Magyarország
ID Republic of Indonesia|Republik Indonesia
IE Republic of Ireland|Poblacht na hÉireann
IL State of Israel
IN Republic of India
IQ Republic of Iraq
IR Islamic Republic of Iran|Persia
IS Republic of Iceland|Lýðveldið Ísland
IT Italian Republic|Repubblica Italiana
JO Hashemite Kingdom of Jordan
JP State of Japan
KE Republic of Kenya
KH Kingdom of Cambodia
KP Democratic People's Republic of Korea|DPRK
KR Republic of Korea
KW State of Kuwait
KZ Republic of Kazakhstan
LA Lao People's Democratic Republic
LB Lebanese Republic
LI Principality of Liechtenstein|Fürstentum Liechtenstein
LK Democratic Socialist Republic of Sri Lanka|Ceylon
LT Republic of Lithuania|Lietuvos Respublika
LU Grand Duchy of Luxembourg|Groussherzogtum Lëtzebuerg|Grand-Duché de Luxembourg|Großherzogtum Luxemburg
LV Republic of Latvia|Latvijas Republika
MA Kingdom of Morocco|Royaume du Maroc
MC Principality of Monaco|Principauté de Monaco|Fürstentum Monaco|Principato di Monaco|Principado de Mónaco
MD Republic of Moldova|Republica Moldova
MG Republic of Madagascar
MK Republic of North Macedonia
MM Republic of the Union of Myanmar|Burma
MT Republic of Malta|Repubblika ta' Malta
MX United Mexican States|Estados Unidos Mexicanos
MY Federation of Malaysia
MZ Republic of Mozambique|República de Moçambique
NA Republic of Namibia
NG Federal Republic of Nigeria
NI Republic of Nicaragua|República de Nicaragua
NL Kingdom of the Netherlands|Koninkrijk der Nederlanden|Holland
NO Kingdom of Norway|Kongeriket Norge
NP Federal Democratic Republic of Nepal
OM Sultanate of Oman
PA Republic of Panama|República de Panamá
PE Republic of Peru|República del Perú
PH Republic of the Philippines|Republika ng Pilipinas
PK Islamic Republic of Pakistan
PL Republic of Poland|Rzeczpospolita Polska
PS State of Palestine
PT Portuguese Republic|República Portuguesa
PY Republic of Paraguay|República del Paraguay
QA State of Qatar
RO Republica România
RS Republic of Serbia|Republika Srbija
RU Russian Federation|Rossiyskaya Federatsiya
RW Republic of Rwanda
SA Kingdom of Saudi Arabia
SE Kingdom of Sweden|Konungariket Sverige
SG Republic of Singapore
SI Republic of Slovenia|Republika Slovenija
SK Slovak Republic|Slovenská republika
SM Republic of San Marino|Serenissima Repubblica di San Marino|Repubblica di San Marino
SN Republic of Senegal|République du Sénégal
SV Republic of El Salvador|República de El Salvador
SY Syrian Arab Republic
SZ Kingdom of Eswatini|Swaziland
TH Kingdom of Thailand|Siam
TL Democratic Republic of Timor-Leste|East Timor
TN Republic of Tunisia|République tunisienne
TR Republic of Türkiye|Türkiye Cumhuriyeti|Republic of Turkey
TW Republic of China
TZ United Republic of Tanzania
UA Ukrayina
UG Republic of Uganda
US United States of America|America
UY Oriental Republic of Uruguay|República Oriental del Uruguay
UZ Republic of Uzbekistan
VA Vatican City State|Stato della Città del Vaticano|Holy See|Santa Sede
VE Bolivarian Republic of Venezuela|República Bolivariana de Venezuela
VN Socialist Republic of Vietnam
YE Republic of Yemen
ZA Republic of South Africa|Republiek van Suid-Afrika
ZM Republic of Zambia
ZW Republic of Zimbabwe
`

const namesByCode = new Map(
  OFFICIAL_NAMES.trim()
    .split('\n')
    .map((line): [string, readonly string[]] => [line.slice(0, 2), line.slice(3).split('|')]),
)

/** Returns the official names of a country. The list is empty if they are the same as the short names. */
export function listOfficialNames(code: string): readonly string[] {
  return namesByCode.get(code) ?? []
}
