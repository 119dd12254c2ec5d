// What the first load goes without: one chunk, since each chunk's name rides in every first load.
export { latePaths } from '@vignette/contract/late-paths.ts'
export { followArrivals } from './came-from.ts'
