import { baseUrlParser, booleanParser, integerParser, regionsParser } from '../parsers.ts'
import { optionalSetting, requiredSetting } from './setting.ts'

/** The maps that the server loads, and where their extracts and datasets come from. */
export const mapSettings = {
  mirrorUrl: requiredSetting(
    'FAIRWAY_MIRROR_URL',
    baseUrlParser,
    'https://download.geofabrik.de',
    'Mirror from which `fairway regions add` downloads extracts. The extract for PATH is URL/PATH-latest.osm.pbf.',
  ),
  regions: optionalSetting(
    'FAIRWAY_REGIONS',
    regionsParser,
    'Regions that this server loads, separated by commas, such as porto,europe/monaco. The value none loads no region. Other regions in the data folder take no memory. If FAIRWAY_NODE_URL is set, requests in those regions are forwarded to a node that has them; otherwise, they get the same reply as requests outside all maps. Default: all regions in the data folder.',
  ),
  datasetsUrl: optionalSetting(
    'FAIRWAY_DATASETS_URL',
    baseUrlParser,
    'URL of a folder to which `fairway regions publish` has copied datasets, on a web server or an object store, such as https://user:password@maps.example/fairway. The server downloads the datasets of the regions in FAIRWAY_REGIONS from there, verifies their checksums, and downloads new datasets when they are published. `fairway regions fetch` downloads the datasets once. Default: the server serves only the datasets in its data folder.',
    true,
  ),
  datasetsRefreshSeconds: requiredSetting(
    'FAIRWAY_DATASETS_REFRESH_S',
    integerParser(1, 86_400),
    60,
    'Seconds between two checks for new datasets at FAIRWAY_DATASETS_URL.',
  ),
  nodeUrl: optionalSetting(
    'FAIRWAY_NODE_URL',
    baseUrlParser,
    'URL at which the other nodes reach this server, such as http://10.0.0.5:8080. The nodes announce their regions in Redis and forward requests to a node that has the map. Requires REDIS_URL. Default: this server answers from its own maps only.',
  ),
  embeddedRegion: requiredSetting(
    'FAIRWAY_EMBEDDED_REGION',
    booleanParser,
    true,
    'Compile and serve the embedded maps of Monaco and Montevideo while the data folder contains no other map. Monaco is ready when the first start completes; Montevideo follows in the background.',
  ),
  samples: requiredSetting(
    'FAIRWAY_SAMPLES',
    booleanParser,
    false,
    'Serve the fictional samples for Montevideo: a domain for self-driving routes and corridors for drones. Your own domains and corridors with the same ids replace them. If a reply uses a sample, its warnings say so.',
  ),
} as const
