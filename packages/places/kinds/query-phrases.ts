import { tokenizeToStrings } from '../text/tokenize.ts'

/** Words between a kind and a place. */
const nearWords = toPhrases(`near|near to|nearby|close to|next to|around|by|in|at|on|opposite|cerca|cerca de
  |cerca del|cerca a|en|en el|en la|junto a|junto al|alrededor de|proximo a|perto de|perto da|perto do|perto|em|no|na
  |proximo ao|junto ao|pres de|pres du|pres des|proche de|proche du|a proximite de|a cote de|a|au|aux|dans|autour de
  |bei|beim|in der nahe von|in der nahe der|in der nahe des|nahe|nahe der|in|im|am|um|neben|an der|vicino a|vicino al
  |vicino alla|vicino|presso|nei pressi di|intorno a|accanto a|nelle vicinanze di|zona|bij|bij de|bij het|nabij
  |dichtbij|in de buurt van|vlakbij|naast|rond|nara|nara till|vid|naer|nar|ved|i naerheten af|i naerheten av|i|blisko
  |w poblizu|niedaleko|niedaleko od|nieopodal|w|we|na|kolo|obok|przy|рядом с|рядом|около|возле|недалеко от|вблизи
  |поблизости от|у|в|на|біля|поруч з|blizu|pri|lähellä|közelében|aproape de|langa|in apropiere de|a prop de|prop de
  |gần|tại|dekat|di dekat|di|proksime al|proksime de`)

/** Words after a place and before a kind, as in "Queens yakınında eczane". */
const afterPlaceWords = toPhrases(`yakınında|yakınındaki|yakınlarında|yakınlarındaki|civarında|civarındaki|çevresinde
  |etrafında|lähellä|közelében|környékén|nearby|area`)

/** Words between a kind and a name. */
const ofWords: ReadonlySet<string> = new Set('de del da do di du of von van'.split(' '))

/** Words for "here", which means the requested position or, without one, the loaded map. */
const hereWords = toPhrases(`me|my location|my position|here|this location|this area|this place|around|around here
  |around me|near me|near here|nearby|close by|close to me|near by|in the area|in my area|in town|within walking distance
  |mi|mí|mi ubicación|mi posición|mi casa|aquí|acá|cerca|cerca de mí|cerca de aquí|cerca mío|cerca de mi ubicación
  |por aquí|en la zona|por acá|mim|daqui|aqui perto|aqui|perto|perto de mim|perto daqui|por perto|aqui perto de mim
  |na região|nas proximidades|moi|ici|autour de moi|près de moi|près d'ici|à proximité|proche de moi|proche|proches
  |dans le coin|autour|dans les environs|aux alentours|pas loin|mir|hier|in der nähe|in meiner nähe|hier in der nähe
  |nahe|um mich|um die ecke|in der umgebung|nahe mir|in meiner umgebung|umgebung|me stesso|qui|qui vicino|vicino
  |vicino a me|vicina a me|vicini|nelle vicinanze|in zona|nei dintorni|intorno a me|nei paraggi|mnie|tutaj|w pobliżu
  |blisko mnie|w okolicy|w mojej okolicy|niedaleko|koło mnie|obok mnie|niedaleko mnie|blisko|najbliżej|меня|мне|мной
  |рядом|рядом со мной|поблизости|около меня|возле меня|недалеко|неподалёку|вокруг|здесь|возле дома|в этом районе
  |mene|mij|bij mij|bij mij in de buurt|in de buurt|in mijn buurt|dichtbij|dichtbij mij|hier in de buurt|in de omgeving
  |nabij mij|vlakbij|mig|meg|nära mig|i närheten|här|här i närheten|saya|dekat saya|di sekitar saya|tôi|gần đây
  |gần tôi|toi|yakınımda|yakınlarda|yakında|bana yakın|bu civarda|çevremde|etrafımda|buralarda|burada`)

/**
 * Words that describe a kind but do not change it, before or after the kind, as in pharmacie de garde and public
 * library.
 */
const qualifiers = toPhrases(`the|a|an|any|some|find|find a|find me|show|show me|where is|where is the|where is a
  |where are|where can i find|i need|i need a|looking for|search|best|good|great|cheap|cheapest|top|top rated|closest
  |nearest|the nearest|the closest|next|local|public|free|open|open now|open today|open late|open 24 hours|24 hour
  |24 hours|24 7|24h|24 hr|all night|late night|self service|automatic|big|small|large|new|please|locations|places
  |dónde hay|donde esta|dónde está|busco|un|una|el|la|los|las|mejor|mejores|buen|buenos|barato|barata|baratos|baratas
  |más cercano|más cercana|más cercanos|más cercanas|cercano|cercana|cercanos|cercanas|próximo|próxima|abierto|abierta
  |abiertos|abiertas|abierto ahora|abierta ahora|ahora|de guardia|de turno|24 horas|público|pública|públicos|públicas
  |municipal|municipales|autoservicio|gratis|gratuito|wo ist|wo ist die|wo ist der|wo ist das|suche|der|die|das|ein
  |eine|einen|beste|bester|gute|guter|günstig|günstige|billig|nächste|nächster|nächstes|nächsten|nächstgelegene
  |naheliegende|offen|geöffnet|jetzt geöffnet|rund um die uhr|24 stunden|öffentlich|öffentliche|öffentlicher
  |öffentliches|städtische|städtisches|kostenlos|kostenlose|où est|où est la|où trouver|un|une|le|la|les|l|meilleur
  |meilleure|meilleurs|bon|bonne|pas cher|moins cher|le plus proche|la plus proche|les plus proches|plus proche
  |plus proches|ouvert|ouverte|ouverts|ouvertes|ouvert maintenant|ouvert 24h|24h 24|24 24|de garde|public|publique
  |publics|publiques|municipale|municipaux|libre service|automatique|en libre service|gratuit|gratuits|dove si trova
  |dov'è|cerco|il|lo|gli|i|uno|migliore|migliori|buono|economico|economica|più vicino|più vicina|più vicini|più vicine
  |il più vicino|la più vicina|aperto|aperta|aperti|aperte|aperto ora|aperta ora|adesso|di turno|notturno|notturna
  |24 ore|24 ore su 24|pubblico|pubblica|pubblici|pubbliche|comunale|comunali|a gettoni|fai da te self|onde fica
  |onde tem|onde há|procuro|um|uma|o|os|as|melhor|melhores|bom|boa|barato|mais próximo|mais próxima|mais próximos
  |mais próximas|mais perto|aberto|aberta|abertos|abertas|aberto agora|aberta agora|agora|de plantão|de serviço
  |público|pública|municipais|waar is|waar is de|waar is een|zoek|de|het|een|goede|goedkoop|goedkope|dichtstbijzijnde
  |dichtstbij|dichtsbijzijnde|open|nu open|24 uur|24 uurs|openbaar|openbare|gratis|gemeentelijk|gdzie jest|szukam
  |najbliższy|najbliższa|najbliższe|najlepszy|najlepsza|dobry|dobra|tani|tania|tanie|otwarty|otwarta|otwarte
  |otwarte teraz|czynne|czynny|czynna|całodobowy|całodobowa|całodobowe|24h|dyżurna|nocna|publiczny|publiczna
  |publiczne|miejski|miejska|samoobsługowy|samoobsługowa|bezpłatny|darmowy|где|где находится|найти|найди|ищу
  |ближайший|ближайшая|ближайшее|ближайшие|лучший|лучшая|лучшие|хороший|хорошая|хорошие|дешёвый|дешёвая|дешевые
  |недорогой|недорогие|открыто|открыт|открыто сейчас|сейчас|круглосуточный|круглосуточная|круглосуточное
  |круглосуточные|круглосуточно|24 часа|дежурная|общественный|общественная|общественные|городской|городская
  |бесплатный|бесплатная|бесплатные|платный|платная|nerede|nerde|en yakın|yakın|yakındaki|yakınımdaki|yakınlardaki
  |bana en yakın|en iyi|iyi|ucuz|açık|şu an açık|nöbetçi|24 saat|24 saat açık|gece açık|halka açık|umumi|bir|var mı
  |närmaste|närmast|bästa|bra|billig|öppet|öppen|öppet nu|dygnet runt|offentlig|offentliga|kommunal|en|ett|var finns`)

/** Maximum number of words in a phrase. */
const MAX_PHRASE_WORDS = 5

function toPhrases(text: string): ReadonlySet<string> {
  return new Set(text.split('|').map((phrase) => tokenizeToStrings(phrase).join(' ')))
}

/** Removes phrases such as "best" and "24 h" from the start and the end. */
export function removeQualifiers(words: readonly string[]): readonly string[] {
  let remainingWords = words
  for (;;) {
    const first = countFirst(remainingWords, qualifiers)
    const last = first > 0 ? 0 : countLast(remainingWords, qualifiers)
    if (first === 0 && last === 0) return remainingWords
    remainingWords = remainingWords.slice(first, remainingWords.length - last)
  }
}

/** Returns the place to search around, or the words themselves. An empty place means "here". */
export function parsePlace(words: readonly string[]): { readonly rest: string; readonly isNear: boolean } {
  if (parseHere(words) === '') return { rest: '', isNear: false }
  if (ofWords.has(words[0]) && countFirst(words, qualifiers) < 2)
    return { rest: words.slice(1).join(' '), isNear: false }
  // A qualifier may stand between the kind and the place, as in "pharmacies ouvertes près de Monaco".
  for (const skipped of [0, countFirst(words, qualifiers)]) {
    const near = countFirst(words.slice(skipped), nearWords)
    if (near === 0) continue
    const place = parseHere(words.slice(skipped + near))
    return { rest: place, isNear: place !== '' }
  }
  // A single word such as "la" or "new" may begin the name of the place.
  const first = countFirst(words, qualifiers)
  const isPhrase = first > 1 || /\d/.test(words[0] ?? '')
  return { rest: words.slice(isPhrase ? first : 0).join(' '), isNear: false }
}

/** Returns the place named before a kind, as in "Queens yakınında eczane", Turkish for "pharmacy near Queens". */
export function parsePlaceBefore(words: readonly string[]): { readonly rest: string; readonly isNear: boolean } {
  const after = countLast(words, afterPlaceWords)
  const rest = parseHere(words.slice(0, words.length - after))
  return { rest, isNear: after > 0 && rest !== '' }
}

function parseHere(words: readonly string[]): string {
  const text = words.join(' ')
  if (hereWords.has(text)) return ''
  const remainingWords = removeQualifiers(words)
  if (remainingWords.length === 0) return ''
  const remainingText = remainingWords.join(' ')
  // Only a query without a place loses these words, because "the" and "la" begin the names of many places.
  return hereWords.has(remainingText) ? '' : text
}

/** Counts the words of the longest phrase at the start. */
function countFirst(words: readonly string[], phrases: ReadonlySet<string>): number {
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length); length > 0; length--)
    if (phrases.has(words.slice(0, length).join(' '))) return length
  return 0
}

/** Counts the words of the longest phrase at the end. */
function countLast(words: readonly string[], phrases: ReadonlySet<string>): number {
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length); length > 0; length--)
    if (phrases.has(words.slice(-length).join(' '))) return length
  return 0
}

/** Phrases of languages without spaces that put the place first: Queensの近くの薬局, 附近的药店. */
const placeFirstPattern = /^(.*?)\s*(?:の?(?:近く|周辺|付近|最寄り|近所)の?|附近的?|周围的?|근처의?|가까운)\s*(.+)$/u
const kindFirstPattern = /^(.+?)\s*(?:の?(?:近く|周辺|付近)|附近|근처)$/u

/** Rewrites phrases of languages without spaces with the kind first and an English preposition. */
export function separateNearby(text: string): string {
  const [, place, kind] = placeFirstPattern.exec(text) ?? []
  if (kind !== undefined) return place ? `${kind} near ${place}` : kind
  return kindFirstPattern.exec(text)?.[1] ?? text
}
