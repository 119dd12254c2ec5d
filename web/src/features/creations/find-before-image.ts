import type { CreationView } from '@vignette/contract/creations.ts'
import { readInputs } from './read-inputs.ts'

/** The picture before the run: only with exactly one input picture can the two be compared. */
export function findBeforeImage(
  creation: Pick<CreationView, 'video' | 'media' | 'user_inputs'>,
): string | undefined {
  if (creation.video || creation.media?.kind !== 'image') return undefined
  const images = readInputs(creation.user_inputs)
    .flatMap((input) => input.values)
    .flatMap((value) => (value.kind === 'image' ? [value.url] : []))
  return images.length === 1 ? images[0] : undefined
}
