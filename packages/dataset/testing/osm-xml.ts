import type { Elements } from '../osm/testing/elements.ts'

const memberTypes = ['node', 'way', 'relation']

/** Writes elements as OSM XML, for tests that start from a file. */
export function toXml({ nodes, ways, relations }: Elements): string {
  return [
    '<osm version="0.6">',
    ...nodes.map(({ id, at: [lat, lon], tags }) => toElement('node', { id, lat, lon }, tagLines(tags))),
    ...ways.map(({ id, refs, tags }) =>
      toElement('way', { id }, [...refs.map((ref) => toElement('nd', { ref }, [])), ...tagLines(tags)]),
    ),
    ...relations.map(({ id, members, tags }) => {
      const lines = members.map(([type, ref, role]) => toElement('member', { type: memberTypes[type], ref, role }, []))
      return toElement('relation', { id }, [...lines, ...tagLines(tags)])
    }),
    '</osm>',
  ].join('\n')
}

function tagLines(tags: Readonly<Record<string, string>>): string[] {
  return Object.entries(tags).map(([k, v]) => toElement('tag', { k, v }, []))
}

function toElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inner: readonly string[],
): string {
  const attributeStrings = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  return `<${name}${attributeStrings.join('')}>${inner.join('')}</${name}>`
}

function escapeXml(string: string): string {
  return string.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
