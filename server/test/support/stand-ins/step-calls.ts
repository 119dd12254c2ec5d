import type {
  CallIo,
  MediaInput,
  ProviderError,
  StepCall,
} from '../../../src/providers/generation/spec.ts'
import { PNG } from './media-samples.ts'

export function makeCall(functionType: string, call: Partial<StepCall> = {}): StepCall {
  return {
    functionType,
    prompt: 'a fox in the snow',
    params: {},
    videos: [],
    idempotencyKey: 'job-1/draw',
    seed: 42,
    ...call,
  }
}

export const picture: MediaInput = {
  kind: 'image',
  contentType: 'image/png',
  bytes: () => Promise.resolve(PNG),
}

export function makeIo(signal: AbortSignal = new AbortController().signal): CallIo & {
  progress: { percent: number; label: string | undefined }[]
} {
  const progress: { percent: number; label: string | undefined }[] = []
  return { signal, progress, onProgress: (percent, label) => progress.push({ percent, label }) }
}

/** The error of a rejected call, for toMatchObject. */
export async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  return error as ProviderError
}
