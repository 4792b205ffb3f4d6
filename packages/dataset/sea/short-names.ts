/**
 * Common country names that neither the border data nor the JavaScript engine provides. One name can refer to multiple
 * countries.
 */
export const countryAbbreviations: Readonly<Record<string, readonly string[]>> = {
  AE: ['Emirates'],
  AG: ['Antigua'],
  BA: ['Bosnia'],
  CD: ['Congo', 'DRC', 'Zaire'],
  CG: ['Congo'],
  CI: ['Ivory Coast'],
  CN: ['PRC'],
  CV: ['Cape Verde'],
  GB: ['Britain', 'Great Britain'],
  HK: ['China'],
  KN: ['Saint Kitts', 'Nevis'],
  KP: ['DPRK'],
  KR: ['Korea', 'ROK'],
  MM: ['Burma'],
  MO: ['China'],
  NL: ['Holland'],
  PM: ['Saint Pierre'],
  SA: ['KSA'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  TT: ['Trinidad', 'Tobago'],
  US: ['America', 'United States'],
  VC: ['Saint Vincent'],
}
