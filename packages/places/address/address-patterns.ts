/**
 * One-line address formats by country. The letters are H for house number, S for street, U for suburb, C for city, R
 * for region, P for postcode, and K for country. A separator is written only if the parts on both sides are present.
 * Regions and suburbs appear only where they are customary. The order follows the OpenCage templates (MIT), and the
 * tests compare it with them.
 */
const patternLines = `
  S H, P C, K | AL AR AT AX BA BE BQ CH CL CV CY CZ DE DK EC EE ET FI FO GE GL GR GW HN HR HT IL IS JO LI LR LT ME MK NL NO PL PS PY RO RS SD SE SI SJ SK SM TJ UY VA
  S H, C, K | AF AW BI BO BS BW CF CM CW EH ER GD GQ KI KM KP LC LY ML MO NI QA SB SO SR SS ST SX TD TL VC VU WS
  S H, C P, K | BG BT PE SZ
  S H, C, P, K | AI AO CU LV
  S H, C P, R, K | ID
  S H, U, C, R P, K | NP
  S H, P C, R, K | CO
  S H, C, R, P, K | DO UZ
  S H, U, P C, R, K | MX PA SV
  S H, U, P C, K | PT TR
  S H, R, C, P, K | CR
  S H, P-C, K | GT
  S H, C P, R, K | VE
  S H, U, P C, K | KW MN
  S H, U, C - R, P, K | BR
  S, H, P C, K | ES IT MD MZ SY
  S, H, C, R, P, K | RU UA
  S, H, P C, R, K | BY KG KZ
  P C, S H, K | HU
  C, S, H, R, P, K | IR
  H S, C, K | AG BB BF BJ BZ CD CG CI CK DJ DM FJ GA GH GI GM GY KN MR MS MW NE NR NU RW SC SL TG TO TV UG YE ZW
  H S, C P, K | BD BH BM JM KH KY LB LK LS MM MU MV NA NZ PK SA TK TT XK
  H S, P C, K | AD AZ BL DZ FR GF GP LA LU MA MC MF MG MQ NC PF PM RE SN TF TM TN WF YT ZM
  H S, C, P, K | EG FK GB GG GS IE IM IO IQ JE KE MT SH TC VG
  H S, U, C, P, K | ZA
  H S, U, C, R, K | AE
  H S, U, C, R P, K | TH VN
  H S, C, R P, K | AS BN CA FM GU JP MH MP PR PW UM US VI
  H S, C R P, K | AU CC CX HM NF PG
  H S, P C, R, K | AM GN MY OM TZ
  H S, C P, R, K | NG
  H S, U, C, P R, K | PH
  H S, U, C P, R, K | IN
  H S, C, R, K | HK
  H S, K P | SG
  H S, U, C P, K | CN KR TW
`
/** Formats for addresses in their native script. These formats list the largest area first. */
const localScriptLines = `
  〒P RCUSH, K | JP
  KRCUSH P | CN
  PRCUSH, K | TW MO
  RCUSH, K | HK
  K R C U S H P | KR KP
`

export const defaultPattern = 'S H, P C, K'
/**
 * Format for places without a street. It includes the region, to distinguish places with the same name, such as
 * Springfield.
 */
export const streetlessPattern = 'U, P C, R, K'
export const addressPatterns = parsePatterns(patternLines)
export const localScriptPatterns = parsePatterns(localScriptLines)

function parsePatterns(lines: string): ReadonlyMap<string, string> {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '))
  return new Map(rows.flatMap(([pattern, codes]) => codes.split(' ').map((code): [string, string] => [code, pattern])))
}
