import { joinScripts, joinStyles, pageScript, pageStyle } from '../page-assets.ts'

const scripts = ['network', 'hierarchy', 'searches', 'town', 'drawing', 'figures', 'route-figures', 'live'].map(
  (name) => `tour/${name}`,
)

export const tourStyle = pageStyle + joinStyles(['tour/tour'])

/** The block separates the names of the tour from the names of the other scripts, which the tour can also use. */
export const tourScript = `${pageScript}{\n${joinScripts(scripts)}}`
