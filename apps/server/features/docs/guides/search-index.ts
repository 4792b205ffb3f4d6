import { listEntries, type PageContext } from '../page-context.ts'
import { tourSteps } from '../tour/tour-steps.ts'
import type { Guide } from './guide-library.ts'

/** Entry of the search index: title, heading, URL and words. */
export type SearchEntry = readonly [title: string, heading: string, url: string, text: string]

export function listSearchEntries({ groups }: PageContext, guides: readonly Guide[]): readonly SearchEntry[] {
  const operations = listEntries(groups).map(
    ({ summary, method, path, anchor, description = '', parameters, body }): SearchEntry => {
      const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.schema?.properties ?? {})]
      // The search shows the text as it is, so the backticks that mark code are removed.
      const text = `${description.replaceAll('`', '')} ${names.join(' ')}`
      return [`${method} ${path}`, summary, `/docs#${anchor}`, text]
    },
  )
  const sections = guides.flatMap(({ title, path, sections: parts, rows }) =>
    [...parts, ...rows].map(
      ({ heading, anchor, text }): SearchEntry => [title, heading, `/docs/${path}#${anchor}`, text],
    ),
  )
  const steps = tourSteps.map(
    ({ title, anchor, text }): SearchEntry => ['Tour of the engine', title, `/docs/tour#${anchor}`, text.join(' ')],
  )
  return [...operations, ...steps, ...sections]
}
