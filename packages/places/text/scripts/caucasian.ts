import { parseLetterTable } from './letter-table.ts'

const latinByLetter = parseLetterTable(`
  ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q შ sh ჩ ch ც ts ძ dz
  წ ts ჭ ch ხ kh ჯ j ჰ h
  ա a բ b գ g դ d ե e զ z է e ը e թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o չ ch պ p ջ j
  ռ r ս s վ v տ t ր r ց ts ւ v փ p ք k օ o ֆ f և ev
`)

/** Romanizes Georgian (national system) and Armenian, without apostrophes. */
export function romanizeCaucasian(word: string): string {
  let latin = ''
  for (const letter of word.replace(/ու/gu, 'u')) latin += latinByLetter.get(letter) ?? letter
  return latin
}
