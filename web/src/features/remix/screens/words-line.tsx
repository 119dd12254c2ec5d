import { useQuery } from '@tanstack/react-query'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { wordsQuery } from '../api.ts'
import type { WizardAction, WizardState } from '../wizard/reducer.ts'
import { isEmpty } from '../wizard/rules.ts'
import { collectTexts } from '../wizard/words.ts'
import { useWhileReleased } from './use-while-released.ts'

const REST_MS = 400

/** What the picture will show of the words in a field, while one types. */
export function WordsLine({
  workflow,
  wizard,
  stepKey,
  dispatch,
}: {
  workflow: WorkflowView
  wizard: WizardState
  stepKey: string
  dispatch: (action: WizardAction) => void
}) {
  const now = JSON.stringify(collectTexts(wizard))
  const texts = useRested(now, REST_MS)
  const { index } = wizard
  const value = wizard.states[index]?.value
  const { data, isPlaceholderData } = useQuery({
    ...wordsQuery(workflow.id, JSON.parse(texts)),
    enabled: !isEmpty(value ?? null),
  })
  // A run would refuse these words, so no picture is drawn from them either.
  const refused = data?.refused.find(({ path }) => path === `user_inputs.${stepKey}`)?.message
  const isAboutNow = data !== undefined && !isPlaceholderData && texts === now
  // A refusal makes the field taller, and the pressed button must stay where it is.
  const fault = useWhileReleased(isAboutNow ? (refused ?? '') : undefined)
  const tell = useEffectEvent(dispatch)
  useEffect(() => {
    if (fault !== undefined && typeof value === 'string')
      tell({ type: 'unfit', index, text: value, error: fault || undefined })
  }, [fault, index, value])
  const read = isEmpty(value ?? null) || refused ? undefined : data?.inputs[stepKey]
  const words = useWhileReleased(read)
  return (
    <div role="status" className="flex min-h-8 flex-col gap-2 text-sm">
      {words && words.drawn.length > 0 && <Chips title="Will draw" words={words.drawn} />}
      {words && words.missing.length > 0 && (
        <Chips title="Cannot draw yet" words={words.missing} isMissing />
      )}
    </div>
  )
}

function Chips({
  title,
  words,
  isMissing = false,
}: {
  title: string
  words: readonly string[]
  isMissing?: boolean
}) {
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      <span className="mr-1 text-muted">{title}:</span>
      {words.map((word, i) => (
        <span
          key={word}
          className={`relative max-w-full truncate rounded-full px-2.5 py-1 ${isMissing ? 'border border-dashed border-line-strong text-muted' : 'bg-good-wash text-good'}`}
        >
          {word}
          <span className="sr-only">{i < words.length - 1 ? ', ' : '. '}</span>
        </span>
      ))}
    </p>
  )
}

/** Says, on the last page before paying, what the visitor asked for and will not get. */
export function WordsWarning({
  workflow,
  wizard,
}: {
  workflow: WorkflowView
  wizard: WizardState
}) {
  const data = useWhileReleased(useQuery(wordsQuery(workflow.id, collectTexts(wizard))).data)
  const missing = [...new Set(Object.values(data?.inputs ?? {}).flatMap((words) => words.missing))]
  if (missing.length === 0) return null
  const list = new Intl.ListFormat('en').format(missing.map((word) => `“${word}”`))
  return (
    <Alert tone="warn" title="Not everything will be in the picture">
      This recipe cannot draw {list} yet. Change your words, or go on without{' '}
      {missing.length === 1 ? 'it' : 'them'}.
    </Alert>
  )
}

/** The value once it has not changed for a while; the first value at once. */
function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return rested
}
