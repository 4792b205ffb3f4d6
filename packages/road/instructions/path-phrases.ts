import type { PathKind } from '../guidance/step.ts'

/** Sentences for paths without a name, for stairs, and for getting off the bicycle. */
export type PathPhrases = Readonly<Record<PathKind | 'push', string>>

/**
 * Phrases by language. The phrases are complete sentences, because a noun in place of a street name would need the
 * right case and article in every sentence. Each phrase uses the same form of address as the other sentences of its
 * language.
 */
// biome-ignore format: a table
const phrases: Readonly<Record<string, readonly [push: string, stairs: string, crossing: string, footpath: string, cyclePath: string, path: string]>> = {
  ar: ['ادفع دراجتك', 'استخدم الدرج', 'اعبر الشارع', 'اتبع ممر المشاة', 'اتبع مسار الدراجات', 'اتبع المسار'],
  ca: ['Porta la bicicleta a peu', 'Agafa les escales', 'Creua el carrer', 'Segueix el camí de vianants', 'Segueix el carril bici', 'Segueix el camí'],
  da: ['Træk cyklen', 'Tag trappen', 'Kryds gaden', 'Følg gangstien', 'Følg cykelstien', 'Følg stien'],
  de: ['Fahrrad schieben', 'Treppe nehmen', 'Straße überqueren', 'Dem Fußweg folgen', 'Dem Radweg folgen', 'Dem Weg folgen'],
  en: ['Push your bicycle', 'Take the stairs', 'Cross the street', 'Follow the footpath', 'Follow the cycle path', 'Follow the path'],
  eo: ['Puŝu vian biciklon', 'Uzu la ŝtuparon', 'Transiru la straton', 'Sekvu la piedvojon', 'Sekvu la biciklovojon', 'Sekvu la vojeton'],
  es: ['Lleva la bicicleta a pie', 'Toma las escaleras', 'Cruza la calle', 'Sigue el camino peatonal', 'Sigue la ciclovía', 'Sigue el sendero'],
  'es-ES': ['Lleva la bicicleta a pie', 'Toma las escaleras', 'Cruza la calle', 'Sigue el camino peatonal', 'Sigue el carril bici', 'Sigue el sendero'],
  fi: ['Taluta pyörää', 'Käytä portaita', 'Ylitä katu', 'Seuraa kävelytietä', 'Seuraa pyörätietä', 'Seuraa polkua'],
  fr: ['Pousser le vélo', 'Prendre l’escalier', 'Traverser la rue', 'Suivre le chemin piéton', 'Suivre la piste cyclable', 'Suivre le sentier'],
  he: ['הובל את האופניים ברגל', 'השתמש במדרגות', 'חצה את הרחוב', 'המשך בשביל הולכי הרגל', 'המשך בשביל האופניים', 'המשך בשביל'],
  hu: ['Tolja a kerékpárt', 'Menjen a lépcsőn', 'Keljen át az úttesten', 'Kövesse a gyalogutat', 'Kövesse a kerékpárutat', 'Kövesse az ösvényt'],
  id: ['Tuntun sepeda Anda', 'Gunakan tangga', 'Seberangi jalan', 'Ikuti jalur pejalan kaki', 'Ikuti jalur sepeda', 'Ikuti jalan setapak'],
  it: ['Porta la bicicletta a mano', 'Prendi le scale', 'Attraversa la strada', 'Segui il percorso pedonale', 'Segui la pista ciclabile', 'Segui il sentiero'],
  ja: ['自転車を押して進む', '階段を進む', '道路を横断する', '歩道を進む', '自転車道を進む', '小道を進む'],
  ko: ['자전거를 끌고 가세요.', '계단을 이용하세요.', '길을 건너세요.', '보행로를 따라가세요.', '자전거 도로를 따라가세요.', '오솔길을 따라가세요.'],
  my: ['စက်ဘီးကိုတွန်းသွားပါ', 'လှေကားကိုအသုံးပြုပါ', 'လမ်းကိုဖြတ်ကူးပါ', 'လူသွားလမ်းအတိုင်းသွားပါ', 'စက်ဘီးလမ်းအတိုင်းသွားပါ', 'လမ်းကလေးအတိုင်းသွားပါ'],
  nl: ['Loop met de fiets aan de hand', 'Neem de trap', 'Steek de straat over', 'Volg het voetpad', 'Volg het fietspad', 'Volg het pad'],
  no: ['Trill sykkelen', 'Ta trappen', 'Kryss gaten', 'Følg gangveien', 'Følg sykkelveien', 'Følg stien'],
  pl: ['Prowadź rower', 'Skorzystaj ze schodów', 'Przejdź przez ulicę', 'Podążaj drogą dla pieszych', 'Podążaj drogą dla rowerów', 'Podążaj ścieżką'],
  'pt-BR': ['Empurre a bicicleta', 'Use as escadas', 'Atravesse a rua', 'Siga pelo caminho de pedestres', 'Siga pela ciclovia', 'Siga pela trilha'],
  'pt-PT': ['Leve a bicicleta à mão', 'Use as escadas', 'Atravesse a rua', 'Siga pelo caminho pedonal', 'Siga pela ciclovia', 'Siga pelo caminho'],
  ro: ['Împingeți bicicleta', 'Folosiți scările', 'Traversați strada', 'Urmați aleea pietonală', 'Urmați pista de biciclete', 'Urmați poteca'],
  ru: ['Ведите велосипед', 'Пройдите по лестнице', 'Перейдите улицу', 'Следуйте по пешеходной дорожке', 'Следуйте по велодорожке', 'Следуйте по тропе'],
  sl: ['Potiskajte kolo', 'Uporabite stopnice', 'Prečkajte cesto', 'Sledite pešpoti', 'Sledite kolesarski poti', 'Sledite poti'],
  sv: ['Led cykeln', 'Ta trappan', 'Korsa gatan', 'Följ gångvägen', 'Följ cykelvägen', 'Följ stigen'],
  tr: ['Bisikletini iterek ilerle', 'Merdivenleri kullan', 'Karşıya geç', 'Yaya yolunu takip et', 'Bisiklet yolunu takip et', 'Patikayı takip et'],
  uk: ['Ведіть велосипед', 'Пройдіть сходами', 'Перейдіть вулицю', 'Рухайтесь пішохідною доріжкою', 'Рухайтесь велодоріжкою', 'Рухайтесь стежкою'],
  vi: ['Dắt xe đạp', 'Đi cầu thang bộ', 'Băng qua đường', 'Đi theo đường đi bộ', 'Đi theo đường xe đạp', 'Đi theo lối mòn'],
  yo: ['Ti kẹ̀kẹ́ rẹ', 'Lo àtẹ̀gùn', 'Kọjá òpópónà', 'Tẹ̀lé ọ̀nà ẹlẹ́sẹ̀', 'Tẹ̀lé ọ̀nà kẹ̀kẹ́', 'Tẹ̀lé ipa ọ̀nà'],
  'zh-Hans': ['推自行车前行', '走楼梯', '过马路', '沿人行道前行', '沿自行车道前行', '沿小路前行'],
}

/** Punctuation that ends a sentence, including the following space. */
const sentenceEnds: Readonly<Record<string, string>> = { ja: '。', my: '။ ', 'zh-Hans': '。' }

export function getPathPhrases(language: string): PathPhrases {
  const row = phrases[language]
  if (row === undefined) throw new Error(`no sentences for paths in ${language}`)
  const [push, stairs, crossing, footpath, cyclePath, path] = row
  return { push, stairs, crossing, footpath, 'cycle path': cyclePath, path }
}

/** Joins sentences: "Turn right" and "Take the stairs" become "Turn right. Take the stairs". */
export function joinSentences(language: string, sentences: readonly string[]): string {
  const end = sentenceEnds[language] ?? '. '
  return sentences.reduce((text, sentence) => text + (text.endsWith('.') ? ' ' : end) + sentence)
}
