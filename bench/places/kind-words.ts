/**
 * Common words for 30 kinds of places in ten languages (en es de fr it pt nl pl ru sv). Half of the words are plural.
 */
export const everydayWords: Readonly<Record<string, string>> = {
  'amenity=fuel':
    'gas station|gasolineras|Tankstelle|station-service|distributori di benzina|posto de gasolina|tankstation|stacja benzynowa|заправка|bensinstation',
  'amenity=pharmacy': 'pharmacies|farmacia|Apotheken|pharmacie|farmacie|farmácia|apotheek|apteka|аптека|apotek',
  'amenity=hospital': 'hospital|hospitales|Krankenhaus|hôpital|ospedale|hospital|ziekenhuis|szpital|больница|sjukhus',
  'amenity=restaurant':
    'restaurants|restaurante|Restaurants|restaurant|ristoranti|restaurante|restaurant|restauracja|ресторан|restauranger',
  'amenity=cafe': 'cafe|cafeterías|Café|cafés|caffè|cafés|café|kawiarnia|кафе|kafé',
  'amenity=bank': 'banks|banco|Banken|banque|banche|banco|bank|banki|банк|bank',
  'amenity=atm':
    'ATM|cajeros automáticos|Geldautomat|distributeur de billets|bancomat|caixa eletrônico|geldautomaat|bankomat|банкомат|bankomat',
  'amenity=parking':
    'parking|aparcamientos|Parkplatz|parking|parcheggi|estacionamento|parkeerplaats|parking|парковка|parkeringar',
  'amenity=police': 'police station|comisaría|Polizei|commissariat|polizia|polícia|politie|policja|полиция|polis',
  'amenity=school': 'schools|escuela|Schulen|école|scuole|escola|scholen|szkoła|школа|skola',
  'amenity=post_office':
    'post office|correos|Post|bureau de poste|ufficio postale|correios|postkantoor|poczta|почта|postkontor',
  'amenity=toilets':
    'toilets|baños públicos|Toiletten|toilettes|bagni pubblici|banheiros|toiletten|toalety|туалет|toaletter',
  'amenity=library':
    'libraries|biblioteca|Bibliotheken|bibliothèque|biblioteche|biblioteca|bibliotheek|biblioteka|библиотека|bibliotek',
  'amenity=dentist': 'dentist|dentistas|Zahnarzt|dentiste|dentista|dentista|tandarts|dentysta|стоматолог|tandläkare',
  'amenity=doctors': 'doctor|médicos|Arzt|médecin|medico|médico|huisarts|lekarz|врач|läkare',
  'amenity=university':
    'university|universidades|Universität|université|università|universidade|universiteit|uniwersytet|университет|universitet',
  'amenity=cinema': 'cinemas|cine|Kino|cinéma|cinema|cinema|bioscoop|kino|кинотеатр|biograf',
  'amenity=theatre': 'theaters|teatro|Theater|théâtre|teatri|teatro|theater|teatr|театр|teater',
  'amenity=bar': 'bars|bar|Bars|bar|bar|bares|bar|bar|бар|barer',
  'amenity=charging_station':
    'charging station|estación de carga|Ladestation|borne de recharge|stazione di ricarica|estação de carregamento|laadstation|stacja ładowania|зарядная станция|laddstation',
  'shop=supermarket':
    'supermarkets|supermercado|Supermärkte|supermarché|supermercati|supermercado|supermarkt|supermarket|супермаркет|stormarknad',
  'shop=bakery': 'bakery|panaderías|Bäckerei|boulangerie|panetterie|padaria|bakkerij|piekarnia|пекарня|bageri',
  'shop=butcher':
    'butcher|carnicería|Metzgerei|boucherie|macelleria|açougue|slagerij|sklep mięsny|мясной магазин|slaktare',
  'shop=hairdresser':
    'hairdresser|peluquerías|Friseur|coiffeur|parrucchiere|cabeleireiro|kapper|fryzjer|парикмахерская|frisör',
  'tourism=hotel': 'hotels|hotel|Hotels|hôtel|alberghi|hotel|hotels|hotel|гостиница|hotell',
  'tourism=museum': 'museums|museo|Museum|musée|musei|museu|museum|muzeum|музей|museum',
  'leisure=park': 'park|parques|Park|parc|parco|parque|park|park|парк|parker',
  'shop=convenience':
    'convenience store|tienda de conveniencia|Gemischtwarenladen|supérette|minimarket|loja de conveniência|buurtwinkel|sklep spożywczy|продукты|närbutik',
  'amenity=place_of_worship': 'church|iglesias|Kirche|église|chiesa|igreja|kerk|kościół|церковь|kyrka',
  'aeroway=aerodrome':
    'airport|aeropuerto|Flughafen|aéroport|aeroporto|aeroporto|luchthaven|lotnisko|аэропорт|flygplats',
}
