import { FACE_ANSWERS, FACE_WORDS, type FaceAnswer } from '@vignette/contract/face-words.ts'
import { RadioGroup } from '../../../ui/choice.tsx'
import { answerFace, answerOf, listAsked, listUnanswered } from '../face-answers.ts'
import type { FileValue } from '../wizard/step.ts'

const OPTIONS = FACE_ANSWERS.map((value) => ({ value, label: FACE_WORDS[value] }))

/** Asked once of each upload that shows a face; one answer holds for all files of a step. */
export function FaceQuestion({
  files,
  onAnswer,
}: {
  files: readonly FileValue[]
  onAnswer: () => void
}) {
  const [first] = [...listUnanswered(files), ...listAsked(files)]
  if (!first) return null
  return (
    <div className="mt-5">
      <RadioGroup
        legend="This shows a face. Who is it?"
        options={OPTIONS}
        value={answerOf(first)}
        onChange={(answer) => {
          answerFace(files, answer as FaceAnswer)
          onAnswer()
        }}
      />
      <p className="mt-2 max-w-prose text-sm text-muted">
        Your answer is kept with the picture that is made, for whoever decides if somebody shown
        objects. No program here knows whose face it is.
      </p>
    </div>
  )
}
