export { samplesReady } from './planted.ts'
export { seedCatalogue } from './seed-catalogue.ts'
export { tellSamples } from './tell-samples.ts'
