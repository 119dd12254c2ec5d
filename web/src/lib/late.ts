// One chunk of what the first load leaves out; every first load carries the names of all chunks, so
// there is only one.
export { latePaths } from '@vignette/contract/late-paths.ts'
export { followArrivals } from './came-from.ts'
