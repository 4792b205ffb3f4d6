interface Credit {
  readonly text: string
  readonly link?: string
}

/** Licenses require a link from the map. The linked pages state the license of the data. */
const links: Readonly<Record<string, string>> = {
  '© OpenStreetMap contributors': 'https://www.openstreetmap.org/copyright',
  '© GeoNames': 'https://www.geonames.org/about.html',
  OurAirports: 'https://ourairports.com/data/',
}

/**
 * Lists each source once, without its license in parentheses and its purpose; the documentation has both. The corridor
 * warning is shown only when corridors are visible.
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
