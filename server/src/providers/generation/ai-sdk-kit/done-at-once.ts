import { type GenerationProvider, ProviderError } from '../spec.ts'

/** For vendors that answer with the picture itself, so that no operation exists. */
export const doneAtOnce: Pick<GenerationProvider, 'check' | 'cancel'> = {
  check: () =>
    Promise.reject(
      new ProviderError('operation_unknown', 'This generation can not be resumed.', {
        retryable: false,
      }),
    ),
  cancel: () => Promise.resolve(),
}
