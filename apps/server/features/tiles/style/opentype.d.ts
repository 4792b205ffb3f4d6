/** This file declares the part of opentype.js that this project uses, because the package has no types. */
declare module 'opentype.js' {
  export type PathCommand =
    | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
    | {
        readonly type: 'C'
        readonly x: number
        readonly y: number
        readonly x1: number
        readonly y1: number
        readonly x2: number
        readonly y2: number
      }
    | { readonly type: 'Q'; readonly x: number; readonly y: number; readonly x1: number; readonly y1: number }
    | { readonly type: 'Z' }

  export interface Glyph {
    readonly advanceWidth?: number
    getPath(x: number, y: number, fontSize: number): { readonly commands: readonly PathCommand[] }
  }

  export interface Font {
    readonly unitsPerEm: number
    readonly ascender: number
    readonly glyphs: { get(index: number): Glyph }
    charToGlyphIndex(character: string): number
  }

  export function parse(buffer: ArrayBuffer): Font
}
