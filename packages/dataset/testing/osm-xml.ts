import type { Elements } from '../osm/testing/elements.ts'

const memberTypes = ['node', 'way', 'relation']

/** Writes elements as OSM XML, for tests that start from a file. */
export function toXml({ nodes, ways, relations }: Elements): string {
  return [
    '<osm version="0.6">',
    ...nodes.map(({ id, at: [lat, lon], tags }) => element('node', { id, lat, lon }, tagLines(tags))),
    ...ways.map(({ id, refs, tags }) =>
      element('way', { id }, [...refs.map((ref) => element('nd', { ref }, [])), ...tagLines(tags)]),
    ),
    ...relations.map(({ id, members, tags }) => {
      const lines = members.map(([type, ref, role]) => element('member', { type: memberTypes[type], ref, role }, []))
      return element('relation', { id }, [...lines, ...tagLines(tags)])
    }),
    '</osm>',
  ].join('\n')
}

function tagLines(tags: Readonly<Record<string, string>>): string[] {
  return Object.entries(tags).map(([k, v]) => element('tag', { k, v }, []))
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inner: readonly string[],
): string {
  const texts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return `<${name}${texts.join('')}>${inner.join('')}</${name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
