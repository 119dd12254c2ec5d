import type { Handling } from '../../platform/wiring.ts'
import { mediaPorts } from '../media/index.ts'
import { noticePorts } from '../notices/index.ts'
import { scorePicture } from './check-image.ts'
import { takeWaiting } from './take-waiting.ts'

/** The answers of moderation to questions of lower features. */
export const moderationAnswers: Handling[] = [
  mediaPorts.uploadVerdict.answer((ctx, { preview }) => scorePicture(ctx, preview)),
  noticePorts.waiting.answer(takeWaiting),
]
