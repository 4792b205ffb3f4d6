export { sampleInOtherScripts } from './alternate-names.ts'
export { nastyTexts, oddText } from './odd-texts.ts'
export { pick, withTypo } from './random.ts'
