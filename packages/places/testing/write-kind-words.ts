import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenizeToStrings } from '../text/tokenize.ts'

/**
 * Writes `kinds/data/kind-words.ts` from the translations of the iD editor. The package is too
 * large to install (80 MB unpacked), so run this script manually after the package is updated:
 *
 *     npm install --prefix FOLDER @openstreetmap/id-tagging-schema@7.2.0
 *     node packages/places/testing/write-kind-words.ts FOLDER/node_modules/@openstreetmap/id-tagging-schema
 */
interface Preset {
  readonly name?: string
  readonly aliases?: readonly string[]
  readonly terms?: readonly string[]
}

/** Languages in which route instructions are available, by the names of their files. */
const languages =
  `ar ca da de en en-GB eo es fi fr he hu id it ja ko my nl no nb pl pt-BR pt ro ru sl sv tr uk vi yo zh-CN`
    .trim()
    .split(/\s+/)

/** Presets that users search for, most frequent first. A word for two kinds refers to the first kind. */
const presets = `amenity/fuel amenity/pharmacy amenity/hospital shop/supermarket amenity/restaurant amenity/cafe
  amenity/atm amenity/bank amenity/parking tourism/hotel amenity/charging_station amenity/police amenity/toilets
  aeroway/aerodrome railway/station amenity/bus_station amenity/fast_food amenity/bar amenity/pub amenity/school
  amenity/post_office shop/bakery shop/convenience shop/mall amenity/clinic amenity/doctors amenity/dentist
  amenity/veterinary amenity/university amenity/college amenity/kindergarten amenity/library amenity/cinema
  amenity/theatre amenity/nightclub amenity/casino amenity/car_wash amenity/car_rental shop/car_repair shop/car
  shop/tyres shop/car_parts amenity/taxi amenity/bicycle_rental shop/bicycle amenity/place_of_worship
  amenity/fire_station amenity/townhall amenity/courthouse office/diplomatic amenity/marketplace amenity/ice_cream
  amenity/bureau_de_change amenity/drinking_water amenity/post_box amenity/prison amenity/social_facility
  amenity/community_centre amenity/arts_centre amenity/grave_yard amenity/food_court amenity/biergarten
  tourism/hostel tourism/motel tourism/guest_house tourism/camp_site tourism/caravan_site tourism/museum
  tourism/gallery tourism/zoo tourism/theme_park tourism/aquarium tourism/viewpoint tourism/attraction
  tourism/information tourism/picnic_site leisure/park leisure/playground leisure/stadium leisure/sports_centre
  leisure/fitness_centre leisure/swimming_pool leisure/golf_course leisure/marina leisure/water_park
  leisure/ice_rink leisure/garden leisure/bowling_alley historic/monument historic/memorial historic/castle
  historic/ruins historic/archaeological_site shop/butcher shop/greengrocer shop/hairdresser shop/beauty shop/clothes
  shop/shoes shop/books shop/electronics shop/computer shop/mobile_phone shop/hardware shop/doityourself shop/furniture
  shop/florist shop/jewelry shop/optician shop/toys shop/pet shop/laundry shop/dry_cleaning shop/kiosk
  shop/newsagent shop/alcohol shop/wine shop/department_store shop/sports shop/stationery shop/gift shop/travel_agency
  shop/seafood shop/deli shop/pastry shop/confectionery shop/tobacco shop/cosmetics shop/chemist shop/locksmith
  shop/tailor shop/motorcycle shop/garden_centre shop/tattoo office/lawyer office/notary
  office/estate_agent office/insurance office/government office/accountant healthcare/laboratory
  healthcare/physiotherapist healthcare/psychotherapist highway/speed_camera natural/beach
  amenity/ferry_terminal aeroway/helipad
  highway/bus_stop railway/tram_stop amenity/restaurant/chinese amenity/restaurant/indian amenity/restaurant/italian
  amenity/restaurant/japanese amenity/restaurant/mexican amenity/restaurant/thai amenity/restaurant/french
  amenity/restaurant/greek amenity/restaurant/korean amenity/restaurant/spanish amenity/restaurant/turkish
  amenity/restaurant/vietnamese amenity/restaurant/pizza amenity/restaurant/sushi amenity/restaurant/ramen
  amenity/place_of_worship/muslim amenity/place_of_worship/jewish amenity/place_of_worship/buddhist
  amenity/place_of_worship/hindu public_transport/station_subway
  amenity/driving_school amenity/language_school amenity/music_school amenity/bicycle_parking amenity/recycling_centre
  amenity/parcel_locker amenity/internet_cafe amenity/public_bath amenity/conference_centre amenity/crematorium
  amenity/monastery amenity/boat_rental amenity/car_sharing amenity/childcare amenity/telephone amenity/fountain
  amenity/social_facility/nursing_home amenity/animal_shelter amenity/vehicle_inspection amenity/planetarium
  amenity/motorcycle_rental amenity/money_transfer amenity/events_venue amenity/exhibition_centre
  leisure/sauna leisure/dance leisure/escape_game leisure/miniature_golf leisure/horse_riding leisure/nature_reserve
  leisure/amusement_arcade leisure/dog_park leisure/indoor_play
  tourism/apartment tourism/chalet tourism/alpine_hut
  shop/massage shop/perfumery shop/fabric shop/photo shop/camera shop/music shop/musical_instrument shop/video_games
  shop/outdoor shop/houseware shop/bag shop/art shop/cheese shop/coffee shop/tea shop/chocolate shop/beverages shop/farm
  shop/pawnbroker shop/second_hand shop/charity shop/copyshop shop/funeral_directors shop/lottery shop/bookmaker
  shop/variety_store shop/appliance shop/lighting shop/carpet shop/paint shop/hearing_aids shop/medical_supply
  shop/health_food shop/baby_goods shop/antiques shop/boutique shop/bed shop/interior_decoration shop/kitchen
  shop/games shop/fishing shop/shoe_repair shop/watches shop/pet_grooming shop/leather shop/sewing shop/e-cigarette
  shop/frozen_food shop/herbalist shop/nutrition_supplements shop/motorcycle_repair shop/tool_hire shop/ticket
  craft/electrician craft/plumber craft/key_cutter craft/photographer craft/carpenter craft/brewery craft/winery
  craft/roofer craft/shoemaker craft/watchmaker craft/upholsterer craft/caterer craft/blacksmith
  office/tax_advisor office/employment_agency office/architect office/coworking
  healthcare/optometrist healthcare/podiatrist healthcare/speech_therapist healthcare/midwife healthcare/audiologist
  healthcare/blood_donation man_made/lighthouse man_made/windmill waterway/waterfall natural/cave_entrance
  natural/spring natural/hot_spring`
  .trim()
  .split(/\s+/)

/** Tags of presets whose name is not their tag. */
const tagsByPreset: Readonly<Record<string, string>> = {
  'amenity/place_of_worship/muslim': 'amenity=place_of_worship&religion=muslim',
  'amenity/place_of_worship/jewish': 'amenity=place_of_worship&religion=jewish',
  'amenity/place_of_worship/buddhist': 'amenity=place_of_worship&religion=buddhist',
  'amenity/place_of_worship/hindu': 'amenity=place_of_worship&religion=hindu',
  'public_transport/station_subway': 'railway=station&station=subway',
  'amenity/recycling_centre': 'amenity=recycling',
  'amenity/social_facility/nursing_home': 'social_facility=nursing_home',
}

function toTag(preset: string): string {
  const cuisine = /^amenity\/restaurant\/(\w+)$/.exec(preset)?.[1]
  return tagsByPreset[preset] ?? (cuisine === undefined ? preset.replace('/', '=') : `cuisine=${cuisine}`)
}

/** Words that the presets lack or contain only in longer names. Most of them are English. */
const extraWords: Readonly<Record<string, string>> = {
  'amenity/fuel':
    'gas station|petrol station|filling station|service station|fuel station|gas|petrol|nafta|gasolinera|bencinera|grifo|estacion de servicio|posto de gasolina|posto|bomba de gasolina|station service|station essence|tankstelle|benzinaio|distributore|benzinestation|tankstation|bensinstation|bensinmack|stacja benzynowa|азс|заправка|benzinci|akaryakit',
  'amenity/pharmacy':
    'pharmacy|drugstore|drug store|chemist|farmacia|botica|drogueria|apotheke|pharmacie|аптека|eczane|صيدلية|farmàcia|apotek|apoteko|apteekki|בית מרקחת|gyógyszertár|patika|薬局|약국|ဆေးဆိုင်|apotheek|apteka|farmácia|farmacie|lekarna|nhà thuốc|ilé oògùn|药店|药房',
  'amenity/hospital':
    'hospital|مستشفى|sygehus|malsanulejo|sairaala|בית חולים|kórház|rumah sakit|病院|병원|ဆေးရုံ|ziekenhuis|sykehus|szpital|spital|bolnišnica|sjukhus|лікарня|bệnh viện|ilé ìwòsàn|医院|emergency room|emergency department|emergency|urgencias|krankenhaus|klinikum|notaufnahme|hopital|urgences|ospedale|pronto soccorso|больница|hastane|pronto socorro',
  'shop/supermarket':
    'supermarket|grocery store|grocery|groceries|hypermarket|supermercado|hipermercado|supermarche|supermarkt',
  'amenity/restaurant': 'restaurant|restaurante|places to eat|parrilla|pizzeria|trattoria|ristorante',
  'amenity/cafe': 'cafe|coffee|coffee shop|cafeteria|coffeehouse|kaffee',
  'amenity/atm':
    'atm|cash machine|cashpoint|cash point|cajero|cajero automatico|geldautomat|bankomat|bancomat|distributeur|multibanco|caixa eletronico|банкомат',
  'amenity/parking':
    'parking|car park|parking lot|parking garage|estacionamiento|aparcamiento|parkplatz|parkhaus|parcheggio|estacionamento|парковка|otopark',
  'tourism/hotel': 'hotel|hotels|albergo|отель|гостиница',
  'amenity/charging_station':
    'charging station|ev charging|ev charger|ev station|electric vehicle charging|charger|ladestation|ladesaule|borne de recharge|cargador|electrolinera',
  'amenity/police': 'police|police station|policia|comisaria|polizei|commissariat|polizia|questura|полиция|delegacia',
  'amenity/toilets':
    'toilet|toilets|restroom|restrooms|bathroom|public toilet|wc|washroom|banos|bano publico|aseos|servicios higienicos|toilettes|toilette|bagno|banheiro|туалет|tuvalet|lavabo',
  'aeroway/aerodrome':
    'airport|مطار|空港|机场|공항|שדה תעופה|sân bay|bandara|lapangan terbang|letališče|flyplass|lufthavn|repülőtér|aeropuerto|flughaveno|лотнище|аеропорт|လေဆိပ်|pápá ọkọ̀ òfurufú|aerodrome|airfield|aeropuerto|aeroporto|flughafen|aeroport|аэропорт|lotnisko|havalimani|luchthaven|flygplats|lentoasema|lufthavn|repuloter|lentokentta|letiste',
  'railway/station':
    'train station|محطة قطار|駅|火车站|기차역|תחנת רכבת|ga tàu|ga xe lửa|stasiun|stasiun kereta api|železniška postaja|vasútállomás|pályaudvar|stacidomo|залізничний вокзал|estació de tren|gara|banegård|jernbanestation|railway station|rail station|bahnhof|gare|estacion de tren|estacion de trenes|estacion de ferrocarril|estacao de trem|stazione|stazione ferroviaria|вокзал|treinstation|tagstation|dworzec|tren istasyonu|rautatieasema|togstasjon',
  'amenity/bus_station':
    'bus station|bus terminal|terminal de omnibus|terminal de autobuses|estacion de autobuses|busbahnhof|gare routiere|autostazione|rodoviaria|автовокзал|otogar',
  'amenity/fast_food': 'fast food|burger|takeaway|comida rapida',
  'amenity/bar': 'bar|bars|cocktail bar|бар',
  'amenity/pub': 'pub|pubs',
  'amenity/school':
    'school|مدرسة|学校|학교|בית ספר|trường học|sekolah|šola|skole|skola|koulu|iskola|lernejo|școală|szkoła|escuela|colegio|schule|ecole|scuola|escola|школа|okul',
  'amenity/post_office': 'post office|correo|correos|postamt|bureau de poste|ufficio postale|почта|postane',
  'shop/mall':
    'mall|shopping mall|shopping center|shopping centre|shopping|centro comercial|einkaufszentrum|centre commercial|centro commerciale|торговый центр|avm',
  'shop/convenience': 'convenience store|corner shop|corner store|almacen|minimarket',
  'amenity/clinic': 'clinic|clinica|policlinica|klinik|clinique|поликлиника',
  'amenity/doctors': 'doctor|doctors|doctors office|medico|arzt|medecin',
  'amenity/dentist': 'dentist|dentista|zahnarzt|dentiste|стоматология',
  'amenity/veterinary': 'vet|veterinarian|veterinaria|tierarzt|veterinaire',
  'amenity/cinema': 'cinema|movie theater|movie theatre|movies|cine|kino',
  'amenity/place_of_worship': 'church|churches|iglesia|kirche|eglise|chiesa|igreja|церковь|mosque|synagogue|temple',
  'amenity/car_rental':
    'car rental|rental car|car hire|rent a car|alquiler de autos|alquiler de coches|autovermietung|location de voiture|autonoleggio',
  'shop/car_repair':
    'car repair|mechanic|auto repair|garage|taller|taller mecanico|autowerkstatt|werkstatt|garagiste|officina|oficina mecanica|автосервис',
  'amenity/townhall': 'town hall|city hall|ayuntamiento|intendencia|rathaus|mairie|municipio|prefeitura',
  'office/diplomatic': 'embassy|consulate|embajada|consulado|botschaft|ambassade|ambasciata',
  'amenity/bureau_de_change': 'currency exchange|money exchange|cambio|casa de cambio|wechselstube',
  'amenity/taxi': 'taxi|taxi stand|taxi rank',
  'leisure/fitness_centre': 'gym|gimnasio|fitness|fitnessstudio|salle de sport|palestra|academia|спортзал',
  'leisure/park': 'park|parque|parc|parco|парк',
  'tourism/museum': 'museum|museo|musee|museu|музей',
  'natural/beach': 'beach|playa|strand|plage|spiaggia|praia|пляж',
  'highway/speed_camera': 'speed camera|speed trap|radar|radares|blitzer',
  'tourism/information': 'tourist information|information',
  'shop/hairdresser':
    'hairdresser|barber|barber shop|peluqueria|friseur|coiffeur|parrucchiere|barbearia|парикмахерская|kuafor',
  'shop/laundry': 'laundry|laundromat|lavanderia|waschsalon|laverie',
  'shop/bakery': 'bakery|bakeries|panaderia|backerei|boulangerie|panificio|padaria|пекарня',
  'amenity/ferry_terminal': 'ferry terminal|ferry',
}

/** Terms that are too general for their kind, and words that are also place names. */
const excludedWords = new Set(
  'central centro vista fontana sud latam hanh machine che tra bombas electrico electricidad elektro gar salh estacion estacao estacoes estacio pass super institucion financial essence ferrocarril autobus shop store market building station terminal center centre sport food health club art building house office plaza city town san ice oil water money public france india japan thailand vietnam spain mexico korea corea greece turkey china italy havre lombard ferreira herrera ferreiros natural uni mobile spring springs fuente faro molino molina'.split(
    ' ',
  ),
)

const folder = join(process.argv[2] ?? '.', 'dist/translations')
const translations = languages.map((language) => {
  const [content] = Object.values(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))) as [
    { readonly presets?: { readonly presets?: Readonly<Record<string, Preset>> } },
  ]
  return content.presets?.presets ?? {}
})

/** Number of presets that were listed before the rarer ones. */
const FREQUENT_PRESETS = presets.indexOf('highway/bus_stop')
const MIN_RARE_WORD_LENGTH = 5

const isPlain = (word: string) => /^[\x20-\x7f]*$/.test(word)
const kindByWord = new Map<string, string>()
function addWords(preset: string, words: readonly string[]): void {
  for (const word of words) {
    const folded = tokenizeToStrings(word).join(' ')
    const isUseful =
      (folded === 'wc' || folded.length > (isPlain(folded) ? 2 : 0)) &&
      folded.split(' ').length <= 5 &&
      !excludedWords.has(folded) &&
      // Short words for rarer kinds are also names of places, such as Tala and Lodi.
      (folded.length >= MIN_RARE_WORD_LENGTH || !isPlain(folded) || presets.indexOf(preset) < FREQUENT_PRESETS)
    if (isUseful && !kindByWord.has(folded)) kindByWord.set(folded, preset)
  }
}
const listNames = (name: string | undefined) => (name ?? '').split(/[/,;(){}<>]|\s[–-]\s/).map((part) => part.trim())
for (const preset of presets) addWords(preset, (extraWords[preset] ?? '').split('|'))
for (const preset of presets) for (const table of translations) addWords(preset, listNames(table[preset]?.name))
for (const preset of presets) for (const table of translations) addWords(preset, table[preset]?.aliases ?? [])
/** Matches words for premises, as in "Buchladen" and "shoe shop". A term that contains one is a name. */
const premisesPattern =
  /(?:laden|geschaft|handlung|markt|praxis|salon|shop|store|winkel|zaak|butik|affar|butikk|forretning|kauppa|liike)$|^(?:tienda|magasin|boutique|negozio|loja|botiga|sklep|salon|magazin|prodavnica|toko|obchod|cua hang|tiem) |magazasi$|[屋店]$|(?:ya|ten)$/
// Terms are search hints such as "diesel" or "sick". A term counts as a name only if it resembles a known name.
const PREFIX_LENGTH = 5
const prefixesByPreset = new Map<string, Set<string>>()
const listPrefixes = (word: string) =>
  word.split(' ').flatMap((part) => (part.length >= PREFIX_LENGTH ? [part.slice(0, PREFIX_LENGTH)] : []))
for (const [word, preset] of kindByWord) {
  const prefixes = prefixesByPreset.get(preset) ?? new Set()
  prefixesByPreset.set(preset, prefixes)
  for (const prefix of listPrefixes(word)) prefixes.add(prefix)
}
for (const preset of presets) {
  for (const term of translations.flatMap((table) => table[preset]?.terms ?? [])) {
    const prefixes = listPrefixes(tokenizeToStrings(term).join(' '))
    const isSimilar = prefixes.some((prefix) => prefixesByPreset.get(preset)?.has(prefix))
    if (isSimilar || premisesPattern.test(tokenizeToStrings(term).join(' '))) addWords(preset, [term])
  }
}

const wordsByKind = Map.groupBy(kindByWord.keys(), (word) => kindByWord.get(word) ?? '')
const lines = presets.flatMap((preset) => {
  const words = wordsByKind.get(preset)
  return words ? [`${toTag(preset)}\t${words.sort().join('|')}`] : []
})
writeFileSync(
  join(import.meta.dirname, '../kinds/data/kind-words.ts'),
  `/**
 * Words for kinds of places in 31 languages: an OpenStreetMap tag, a tab, and folded words. Generated by
 * testing/write-kind-words.ts from @openstreetmap/id-tagging-schema 7.2.0 (ISC, iD contributors).
 */
export const kindWords = \`
${lines.join('\n').replaceAll('\\', '\\\\').replaceAll('`', '')}
\`
`,
)
