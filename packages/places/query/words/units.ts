import { isNumeric, type Token } from '../../text/tokenize.ts'

/** Words that introduce a house number and have no other meaning. */
const houseNumberPrefixes = toWords('n no nr num numero nro number nummer numer hausnummer cislo broj dom')
/**
 * Short words that introduce a house number but are also names, as in д. 12. They need a following number and cannot
 * begin the query.
 */
const shortHousePrefixes = toWords('d vl hs haus casa')
/**
 * Words before the number of an apartment, a floor, or a staircase. Maps do not contain these numbers, and they must
 * not be mistaken for the house number.
 */
const unitWords = toWords(`
  apto apt apartment apartamento appartement apartman apart appt departamento dpto depto dept unit flat suite ste piso
  floor planta etage etaj stock kat kv kvartira kvart byt lakas wohnung whg room rm office oficina of local sala bloco
  interno int level lvl stiege stg tur tuer puerta pta escalera escalier batiment bat bus boite bte mieszkanie lokal
  ofis pomeshchenie pom podezd podyezd etazh lagenhet lgh asunto rappu daire ajto lepcsohaz lph emelet scara apartament
  vhod stan sprat ulaz butas dzivoklis korter diamerisma orofos penthouse interior quarto lantai scala piano vchod
  pis porta poschodi kvartyra pidyizd poverkh dvere trappe opgang leilighet bolig
`)
/** Short unit words that are also parts of names, so they need a house number before them. */
const shortUnitWords = toWords('m ap et esc bl sc l c lok k tr as bt dz em ph pl u d hus kl is sc vh dr sk')
/** Words after the number of a floor or door, as in 2nd floor, 2. OG, 3º dcha, 2. tv, and 3 tr. */
const floorWords = toWords(`
  floor fl og ug dg obergeschoss stock stk etage etg piso planta andar dcha izda izq izqda dch derecha izquierda esq dto
  kat emelet em krs lgh patro pietro poschodi kerros tv th mf tr trp og sal pis verdieping etazh et p
`)
const ordinalPattern = /^\d{1,3}(?:st|nd|rd|th|o|a|e|er|eme|r|n|t|me)?$/
const unitValuePattern = /^(?:\d{1,4}[a-z]?|[a-z]\d{0,4}|\d{1,3}[-/]\d{1,3})$/
/** Matches Norwegian dwelling numbers such as H0201. */
const dwellingPattern = /^[hulk]\d{4}$/
/** Words that introduce parts of a Russian house number, which are not units. */
const buildingWords = toWords('k korp korpus kor s str stroenie')

/** Removes apartments, floors, and staircases if another number can be the house number. */
export function removeUnits(tokens: readonly Token[]): Token[] {
  const numberCount = tokens.filter(({ text }) => isNumeric(text)).length
  if (numberCount === 0) return [...tokens]
  const isRemoved = new Array<boolean>(tokens.length).fill(false)
  let hasHouseNumber = false
  let remainingNumberCount = numberCount
  const remove = (index: number) => {
    if (isRemoved[index]) return
    isRemoved[index] = true
    if (isNumeric(tokens[index].text)) remainingNumberCount--
  }
  for (const [index, { text }] of tokens.entries()) {
    if (isRemoved[index]) continue
    const next = tokens[index + 1]
    if (isFloor(tokens, index, hasHouseNumber) && remainingNumberCount > (isNumeric(text) ? 1 : 0)) {
      remove(index)
      remove(index + 1)
      continue
    }
    const startsUnit = unitWords.has(text) || (hasHouseNumber && shortUnitWords.has(text) && !isBuilding(tokens, index))
    if (startsUnit && next !== undefined && unitValuePattern.test(next.text)) {
      const isLastNumber = isNumeric(next.text) && remainingNumberCount === 1
      if (!isLastNumber || unitWords.has(text)) remove(index)
      if (!isLastNumber) remove(index + 1)
      continue
    }
    const isPrefix = houseNumberPrefixes.has(text) || (shortHousePrefixes.has(text) && index > 0)
    if (isPrefix && next !== undefined && isNumeric(next.text)) remove(index)
    if (
      hasHouseNumber &&
      remainingNumberCount >= 1 &&
      (dwellingPattern.test(text) || isFlatAfterStaircase(tokens, index))
    )
      remove(index)
    if (isNumeric(text)) hasHouseNumber = true
  }
  return tokens.filter((_, index) => !isRemoved[index])
}

/**
 * Returns whether a word is a floor. In 12 lgh 1102 and 12 Kat 3, the first number is the house, and the second number
 * belongs to the word.
 */
function isFloor(tokens: readonly Token[], index: number, hasHouseNumber: boolean): boolean {
  const [token, next, after] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  if (!hasHouseNumber && next && unitWords.has(next.text) && after?.part === next.part && isNumeric(after.text))
    return false
  return next !== undefined && token.part === next.part && floorWords.has(next.text) && ordinalPattern.test(token.text)
}

/** Returns whether a word introduces a building. In 12 к 2, the second number is part of the house number. */
function isBuilding(tokens: readonly Token[], index: number): boolean {
  return buildingWords.has(tokens[index].text) && isNumeric(tokens[index - 1]?.text ?? '')
}

/** Returns whether a number is a flat after a Finnish staircase. In Annankatu 12 A 5, the house is 12 or 12 A. */
function isFlatAfterStaircase(tokens: readonly Token[], index: number): boolean {
  const [house, staircase, flat, next] = [tokens[index - 2], tokens[index - 1], tokens[index], tokens[index + 1]]
  if (!house || !isNumeric(house.text) || !/^[a-jl-rt-z]$/.test(staircase.text) || !/^\d{1,3}$/.test(flat.text))
    return false
  return house.part === flat.part && next?.part !== flat.part
}

function toWords(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
