import type { NearbyCategory } from '@fairway/client'

interface Category {
  readonly name: NearbyCategory
  readonly title: string
  /** SVG path in a 24 × 24 box, drawn as a line. */
  readonly shape: string
  readonly color: string
}

/** Categories of the service, most frequently searched first. The colors are dark enough for white numbers. */
export const categories: readonly Category[] = [
  {
    name: 'food',
    title: 'Food',
    color: '#b84a00',
    shape: 'M7 3v7a2 2 0 0 1-4 0V3M5 3v18M17 21v-8M17 13c-2.500 0-3.500-2-3.500-5S15 3 17 3z',
  },
  {
    name: 'cafe',
    title: 'Café',
    color: '#7a4a21',
    shape: 'M4 9h12v6a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM16 10h2a2.500 2.500 0 0 1 0 5h-2M8 3v3M12 3v3',
  },
  {
    name: 'fuel',
    title: 'Fuel',
    color: '#a1307a',
    shape: 'M4 21V5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v16M2.500 21h13M6.500 7h5v4h-5zM14 12h2v5a2 2 0 0 0 4 0V9l-3-3',
  },
  { name: 'charging', title: 'Charging', color: '#00707f', shape: 'M13 2 5 13.500h6L10 22l9-12h-6.500z' },
  { name: 'parking', title: 'Parking', color: '#0067a8', shape: 'M4 3h16v18H4zM9.500 17V7h3.500a3 3 0 0 1 0 6H9.500' },
  {
    name: 'hotel',
    title: 'Hotel',
    color: '#5b4bb5',
    shape: 'M3 19V6M3 16h18v3M21 16v-3a3 3 0 0 0-3-3h-7v6M7 10.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3',
  },
  {
    name: 'atm',
    title: 'ATM',
    color: '#2c6e2f',
    shape: 'M3 6h18v12H3zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M6.500 12h.100M17.500 12h.100',
  },
  {
    name: 'hospital',
    title: 'Hospital',
    color: '#b3261e',
    shape: 'M9.500 3h5v6.500H21v5h-6.500V21h-5v-6.500H3v-5h6.500z',
  },
  {
    name: 'pharmacy',
    title: 'Pharmacy',
    color: '#1b6e45',
    shape: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8v8M8 12h8',
  },
  {
    name: 'supermarket',
    title: 'Supermarket',
    color: '#8a3b12',
    shape: 'M3 4h3l2.500 11h9l2.500-8H7M10 19.500h.100M16.500 19.500h.100',
  },
  {
    name: 'bank',
    title: 'Bank',
    color: '#3d4f7c',
    shape: 'M3 10 12 4l9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18',
  },
  {
    name: 'toilets',
    title: 'Restrooms',
    color: '#3f5a66',
    shape: 'M8 3.500h.100M8 8v12M5 12h6M16 3.500h.100M16 8l-3 7h6zM16 15v5',
  },
  {
    name: 'police',
    title: 'Police',
    color: '#27408b',
    shape: 'M12 2.500 20 6v6c0 5-3.500 8-8 9.500C7.500 20 4 17 4 12V6zM9 12l2 2 4-4',
  },
  {
    name: 'speed_camera',
    title: 'Speed camera',
    color: '#6b5b00',
    shape: 'M3 7h4l2-3h6l2 3h4v12H3zM12 9a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
  },
  {
    name: 'checkpoint',
    title: 'Checkpoint',
    color: '#56606b',
    shape: 'M4 21V8M3 8h5M6 10l15-4M21 3v6M11 8.700v2.600M16 7.300v2.600M4 14h3',
  },
]

export function findCategory(name: string): Category | undefined {
  return categories.find((category) => category.name === name)
}

export function CategoryIcon({ shape }: { readonly shape: string }) {
  return (
    <svg class="category-icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}
