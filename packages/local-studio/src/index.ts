// The lightweight entry: only ./tasks.ts loads a painter, model or codec.
export { estimateWork } from './estimate-work.ts'
export { FUNCTIONS, textToImageParams } from './function-specs.ts'
export { readWords, type WordsRead } from './read-words.ts'
export { Refusal } from './refusal.ts'
export type { FunctionSpec, MediaFacts, TaskIo, Work, WorkCall } from './types.ts'
