import { integerParser, stringParser } from '../parsers.ts'
import { optionalSetting, requiredSetting } from './setting.ts'

/** The listener, the threads and the data folder. */
export const serverSettings = {
  port: requiredSetting('PORT', integerParser(0, 65_535), 8080, 'Port to listen on. 0 picks a free port.'),
  host: requiredSetting(
    'FAIRWAY_HOST',
    stringParser,
    '127.0.0.1',
    'Address to listen on. The default accepts connections from this machine only; 0.0.0.0 accepts them from the network.',
  ),
  threads: optionalSetting(
    'FAIRWAY_THREADS',
    integerParser(1, 256),
    'Number of HTTP threads. Default: the number of cores.',
  ),
  computeThreads: optionalSetting(
    'FAIRWAY_COMPUTE_THREADS',
    integerParser(1, 64),
    'Number of threads for heavy work such as large matrices and optimizations. The threads start when they are first needed. Requests without a paid plan never occupy all threads; if there is only one thread, a second thread starts for paid plans when needed. Another thread may start for small matrices while many of them are waiting. Default: one less than the number of cores, but at least 1 and at most 4.',
  ),
  dataDir: requiredSetting(
    'FAIRWAY_DATA_DIR',
    stringParser,
    'var',
    'Folder for the embedded database, datasets and extracts.',
  ),
} as const
