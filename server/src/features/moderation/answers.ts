import type { Handling } from '../../platform/wiring.ts'
import { mediaPorts } from '../media/index.ts'
import { noticePorts } from '../notices/index.ts'
import { scorePictures } from './check-image.ts'
import { takeWaiting } from './take-waiting.ts'

/** The answers of moderation to questions of lower features. */
export const moderationAnswers: Handling[] = [
  mediaPorts.uploadVerdict.answer((ctx, { pictures }) => scorePictures(ctx, pictures)),
  noticePorts.waiting.answer(takeWaiting),
]
