export { samplesReady } from './samples-ready.ts'
export { seedCatalogue } from './seed-catalogue.ts'
export { readSeed } from './seeds/seeds.ts'
export { tellSamples } from './tell-samples.ts'
