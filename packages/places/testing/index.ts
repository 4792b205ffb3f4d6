export { sampleInOtherScripts } from './alternate-names.ts'
export { nastyTexts, oddText } from './odd-texts.ts'
export { pick, randomFrom, withTypo } from './random.ts'
