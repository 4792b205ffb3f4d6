interface Credit {
  readonly text: string
  readonly link?: string
}

/** Their licences want to be reachable from the map; the licence of the data is told there. */
const links: Readonly<Record<string, string>> = {
  '© OpenStreetMap contributors': 'https://www.openstreetmap.org/copyright',
  '© GeoNames': 'https://www.geonames.org/about.html',
  OurAirports: 'https://ourairports.com/data/',
}

/**
 * Each source once, without its licence in brackets and without what it was used for: the documentation has all of it. What
 * is a warning about corridors is only news to who sees them.
 */
export function shortCredits(attributions: readonly string[], showsAir: boolean): readonly Credit[] {
  const isAir = (text: string) => /corridor/i.test(text)
  const sources = attributions
    .filter((text) => !isAir(text))
    .flatMap((text) => text.split(/[;,](?![^(]*\))/))
    .map((text) =>
      text
        .replace(/\([^)]*\)/g, '')
        .replace(/^\s*Aerodromes:/, '')
        .trim(),
    )
    .filter((text) => text !== '')
  const warnings = showsAir ? attributions.filter(isAir) : []
  return [...new Set([...sources, ...warnings])].map((text) => {
    const link = links[text]
    return link === undefined ? { text } : { text, link }
  })
}
