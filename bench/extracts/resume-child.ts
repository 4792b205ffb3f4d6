import { compileExtract, compileRegion } from '@fairway/dataset'

/** Compiles an extract and stores every stage. The parent kills this process at a random moment. */
const [extract = '', dataDir = ''] = process.argv.slice(2)
const options = { extract, region: 'resumed', dataDir, threads: 1, minResumableBytes: 0, onProgress() {} }
const { dataset, resumedStages } = await compileRegion(options, compileExtract)
process.send?.({ folder: dataset.folder, resumed: resumedStages })
