export { samplesReady } from './planted.ts'
export { reportSamples } from './report-samples.ts'
export { seedCatalogue } from './seed-catalogue.ts'
