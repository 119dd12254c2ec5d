// The light door: no painter, model or codec is loaded before ./tasks.ts runs one.
export { estimateWork } from './estimate-work.ts'
export { FUNCTIONS, textToImageParams } from './function-specs.ts'
export { Refusal } from './refusal.ts'
export type { FunctionSpec, MediaFacts, TaskIo, Work, WorkCall } from './types.ts'
