export { sampleInOtherScripts } from './alternate-names.ts'
export { hostileQueries, makeOddText } from './odd-texts.ts'
export { pick, withTypo } from './random.ts'
