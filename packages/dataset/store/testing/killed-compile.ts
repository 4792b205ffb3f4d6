import { compileExtract } from '../../compile.ts'
import { compileRegion } from '../compile-region.ts'

/** Compiles an extract, stores all stages, and kills its own process at the given progress report. */
const [extract = '', dataDir = '', killAt = '0'] = process.argv.slice(2)
let reports = 0
const { dataset, resumedStages } = await compileRegion(
  {
    extract: extract.split(','),
    region: 'killed',
    dataDir,
    threads: 1,
    minResumableBytes: 0,
    onProgress: () => {
      if (++reports === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    },
  },
  compileExtract,
)
process.stdout.write(JSON.stringify({ folder: dataset.folder, resumed: resumedStages, reports }))
