/**
 * Direction words in other languages. The letter O is excluded, because it is west in Spanish and French but east in
 * German.
 */
const directionWords: readonly (readonly [RegExp, string])[] = [
  [/(?:с\.?\s?ш\.?|сев\.?\s?широты|北[纬緯]|شمالاً?)/giu, 'N'],
  [/(?:ю\.?\s?ш\.?|юж\.?\s?широты|南[纬緯]|جنوباً?)/giu, 'S'],
  [/(?:в\.?\s?д\.?|вост\.?\s?долготы|[东東][经経經]|شرقاً?)/giu, 'E'],
  [/(?:з\.?\s?д\.?|зап\.?\s?долготы|西[经経經]|غرباً?)/giu, 'W'],
  [/\b(north|norte|nord)\b/gi, 'N'],
  [/\b(south|sur|sul|sud|süd)\b/gi, 'S'],
  [/\b(east|este|ost|est|leste)\b/gi, 'E'],
  [/\b(west|oeste|ouest|ovest)\b/gi, 'W'],
]
const coordinateLabels =
  /\b(?:lat(?:itude|itud)?|breite|lon(?:gitude|gitud)?|lng|long|länge)\b\s*[.:=]?\s*|\bgps\b\s*:?\s*|\b(?:coordinates|coordenadas|koordinaten)\b\s*:?\s*/giu
/** Patterns of map URLs that users paste. */
const mapLinkPatterns = [
  /[#&?/]map=\d+(?:\.\d+)?\/(-?\d+\.\d+)\/(-?\d+\.\d+)/,
  /[?&]mlat=(-?\d+\.\d+)&mlon=(-?\d+\.\d+)/,
  /@(-?\d+\.\d+),(-?\d+\.\d+),\d+(?:\.\d+)?[zm]/,
  /[?&](?:q|ll|query|center|destination|daddr)=(?:loc:)?(-?\d+\.\d+)(?:,|%2C)\s*(-?\d+\.\d+)/i,
]
const geoUriPattern = /^geo:0(?:\.0+)?,0(?:\.0+)?\?q=(-?[\d.]+),(-?[\d.]+)/i

/** Removes labels, brackets, links, direction words, and variant minus signs around coordinates. */
export function normalizeCoordinates(text: string): string {
  for (const link of [geoUriPattern, ...mapLinkPatterns]) {
    const match = link.exec(text)
    if (match) return `${match[1]},${match[2]}`
  }
  let normalizedText = text
    .replace(/[″”]/g, '"')
    .normalize('NFKC')
    .replace(/[−–—]/g, '-')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  for (const [pattern, letter] of directionWords) normalizedText = normalizedText.replace(pattern, letter)
  normalizedText = normalizedText.replace(coordinateLabels, ' ').replace(/&/g, ' ').trim()
  return normalizeDecimalCommas(normalizedText.replace(/^[([{]\s*(.*?)\s*[)\]}]$/, '$1'))
}

/**
 * Normalizes decimal commas. `52,52 13,40` and `52,52; 13,40` are two numbers. With a comma between them, the input
 * would be ambiguous.
 */
function normalizeDecimalCommas(text: string): string {
  const match = /^([+-]?\d{1,3}),(\d+)(\s*°?\s*[NSEW]?)(?:\s*[;/]\s*|\s+)([+-]?\d{1,3}),(\d+)(\s*°?\s*[NSEW]?)$/i.exec(
    text,
  )
  return match ? `${match[1]}.${match[2]}${match[3]} ${match[4]}.${match[5]}${match[6]}` : text
}
