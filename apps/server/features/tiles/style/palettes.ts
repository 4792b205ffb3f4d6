/** Colors of a map style. Contrast is deliberately low, so that routes and assets stand out. */
export interface Palette {
  readonly isDark: boolean
  readonly ground: string
  readonly water: string
  readonly waterText: string
  readonly wood: string
  readonly park: string
  readonly grass: string
  readonly pitch: string
  readonly farmland: string
  readonly sand: string
  readonly rock: string
  readonly residential: string
  readonly commercial: string
  readonly industrial: string
  readonly civic: string
  readonly hospital: string
  readonly cemetery: string
  readonly pedestrian: string
  readonly pier: string
  readonly apron: string
  readonly runway: string
  readonly building: string
  readonly buildingLine: string
  readonly motorway: string
  readonly motorwayCasing: string
  readonly trunk: string
  readonly primary: string
  readonly mainCasing: string
  readonly street: string
  readonly streetCasing: string
  readonly tunnel: string
  readonly path: string
  readonly steps: string
  readonly rail: string
  readonly border: string
  readonly text: string
  readonly mutedText: string
  readonly halo: string
  readonly parkText: string
  readonly shield: string
  readonly shieldText: string
  readonly arrow: string
  /** Colors of symbols by group. */
  readonly poi: Readonly<Record<'transport' | 'health' | 'culture' | 'food' | 'shop' | 'nature' | 'service', string>>
}

const light: Palette = {
  isDark: false,
  ground: '#f5f3ee',
  water: '#aad3ea',
  waterText: '#3f7396',
  wood: '#cfe3c3',
  park: '#d3ebc6',
  grass: '#dfefd2',
  pitch: '#bfe0bf',
  farmland: '#f1efdb',
  sand: '#f4e9c3',
  rock: '#e6e1d9',
  residential: '#efece5',
  commercial: '#f2e9e4',
  industrial: '#e9e6e3',
  civic: '#f1ecd9',
  hospital: '#fae5e3',
  cemetery: '#d6e3cd',
  pedestrian: '#ebe8e1',
  pier: '#f0ede6',
  apron: '#e4e3e6',
  runway: '#d3d2d9',
  building: '#e0dbd2',
  buildingLine: '#cec8bc',
  motorway: '#f6b45a',
  motorwayCasing: '#d98d2b',
  trunk: '#f9c877',
  primary: '#fce39f',
  mainCasing: '#dcb45a',
  street: '#ffffff',
  streetCasing: '#d6d0c4',
  tunnel: '#f3efe6',
  path: '#c3b8a4',
  steps: '#c08a6a',
  rail: '#a7a4ab',
  border: '#9b86a8',
  text: '#33383f',
  mutedText: '#6a6f78',
  halo: '#ffffff',
  parkText: '#3f7a44',
  shield: '#ffffff',
  shieldText: '#5b4a1e',
  arrow: '#8f8a80',
  poi: {
    transport: '#3b6fb5',
    health: '#c8423b',
    culture: '#8a5a2b',
    food: '#c46a1a',
    shop: '#8a4fb0',
    nature: '#3f7a44',
    service: '#5d6b7a',
  },
}

const darkPalette: Palette = {
  isDark: true,
  ground: '#1b2028',
  water: '#0e2a40',
  waterText: '#6fa3c4',
  wood: '#1c2e27',
  park: '#1e3429',
  grass: '#1f2f29',
  pitch: '#22402f',
  farmland: '#20252a',
  sand: '#332f26',
  rock: '#272b31',
  residential: '#1e242c',
  commercial: '#242630',
  industrial: '#22262d',
  civic: '#26282c',
  hospital: '#2f2429',
  cemetery: '#213029',
  pedestrian: '#252b34',
  pier: '#242a33',
  apron: '#262c36',
  runway: '#353c48',
  building: '#272e38',
  buildingLine: '#343d49',
  motorway: '#a2752f',
  motorwayCasing: '#12161c',
  trunk: '#83642f',
  primary: '#66583a',
  mainCasing: '#12161c',
  street: '#3a4351',
  streetCasing: '#141920',
  tunnel: '#2a313c',
  path: '#4b5462',
  steps: '#6d5a4c',
  rail: '#4f5764',
  border: '#7a6c8c',
  text: '#d3d9e2',
  mutedText: '#97a1af',
  halo: '#12161c',
  parkText: '#7fbb85',
  shield: '#2b323d',
  shieldText: '#e3cf9b',
  arrow: '#7d8795',
  poi: {
    transport: '#7fb0f0',
    health: '#f08a84',
    culture: '#d3a877',
    food: '#eaa35d',
    shop: '#c79be3',
    nature: '#7fbb85',
    service: '#9fb0c1',
  },
}

const blueprint: Palette = {
  isDark: true,
  ground: '#123a66',
  water: '#0c2b4f',
  waterText: '#8fb9e0',
  wood: '#15426f',
  park: '#164774',
  grass: '#14406c',
  pitch: '#184d7d',
  farmland: '#133d6a',
  sand: '#17446f',
  rock: '#15406a',
  residential: '#133c69',
  commercial: '#143f6d',
  industrial: '#133d69',
  civic: '#15416f',
  hospital: '#17426f',
  cemetery: '#15426f',
  pedestrian: '#174774',
  pier: '#174774',
  apron: '#1a4b79',
  runway: '#2d6396',
  building: '#174675',
  buildingLine: '#4f86ba',
  motorway: '#8fbfec',
  motorwayCasing: '#0e2f55',
  trunk: '#79aadb',
  primary: '#5f94c9',
  mainCasing: '#0e2f55',
  street: '#3b6fa5',
  streetCasing: '#0f3159',
  tunnel: '#24548a',
  path: '#4b7fb3',
  steps: '#6d9dcb',
  rail: '#86afd6',
  border: '#c7dbf0',
  text: '#eaf3fc',
  mutedText: '#b3cee8',
  halo: '#0d2d52',
  parkText: '#a9cdec',
  shield: '#123a66',
  shieldText: '#eaf3fc',
  arrow: '#c4dbf2',
  poi: {
    transport: '#d7e8f8',
    health: '#d7e8f8',
    culture: '#d7e8f8',
    food: '#d7e8f8',
    shop: '#d7e8f8',
    nature: '#d7e8f8',
    service: '#d7e8f8',
  },
}

export const palettes = { light, dark: darkPalette, blueprint } as const
export type StyleName = keyof typeof palettes
export const styleNames = Object.keys(palettes) as readonly StyleName[]
