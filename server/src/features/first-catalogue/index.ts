export { samplesReady } from './planted.ts'
export { seedCatalogue } from './seed-catalogue.ts'
export { readSeed } from './seeds/seeds.ts'
export { tellSamples } from './tell-samples.ts'
