import { useQuery } from '@tanstack/react-query'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { useEffect, useState } from 'react'
import { readSessionItem, writeSessionItem } from '../../../lib/session-items.ts'
import { cx } from '../../../ui/class-names.ts'
import { previewQuery } from '../api.ts'
import type { RemixContext } from '../machine-context.ts'
import { collectInputs } from '../wizard/inputs.ts'
import { isComplete } from '../wizard/reducer.ts'

/** The pause after a key before a preview is asked for. */
const REST_MS = 500
/** The last preview of this tab. */
const KEPT = 'preview'

/**
 * The picture that a run would make of the visitor's own answers, with the same seed; undefined
 * until each required answer is given, and where this server draws no preview. `awaited` while the
 * first one is drawn, so that no other picture stands in its place.
 */
export function useOwnPicture(context: RemixContext): { picture?: string; awaited: boolean } {
  const { workflow, job } = context
  // A run that was found again, or drawn again, has a chance of its own.
  const drawing = job ? job.drawing : context.drawing
  const inputs = answersOf(context)
  const asked = inputs ? JSON.stringify(inputs) : ''
  const [rested, setRested] = useState(asked)
  useEffect(() => {
    const rest = setTimeout(() => setRested(asked), REST_MS)
    return () => clearTimeout(rest)
  }, [asked])
  const isAsked = workflow?.preview === true && rested !== ''
  const id = workflow?.id ?? ''
  const [kept] = useState(readKept)
  const key = `${id} ${drawing} ${rested}`
  const { data, isPlaceholderData, isLoading } = useQuery({
    ...previewQuery(id, isAsked ? (JSON.parse(rested) as UserInputs) : {}, drawing),
    enabled: isAsked,
    // Over the checkout's page, which forgets what this one held.
    ...(kept?.key === key && { initialData: { picture: kept.picture } }),
  })
  const picture = data?.picture
  useEffect(() => {
    if (picture && !isPlaceholderData) writeSessionItem(KEPT, JSON.stringify({ key, picture }))
  }, [picture, isPlaceholderData, key])
  return isAsked && asked ? { ...(picture && { picture }), awaited: isLoading } : { awaited: false }
}

function readKept(): { key: string; picture: string } | null {
  const text = readSessionItem(KEPT)
  return text ? JSON.parse(text) : null
}

/** What the run was started with, else what stands in the wizard once it is enough for a run. */
function answersOf({ inputs, wizard, job }: RemixContext): UserInputs | undefined {
  if (job && inputs) return inputs
  if (wizard.steps.length === 0 || !isComplete(wizard)) return undefined
  const answers = collectInputs(wizard)
  // An edited picture has no address before it is uploaded.
  const isInline = Object.values(answers).some(
    (value) => typeof value === 'string' && value.startsWith('data:'),
  )
  return isInline ? undefined : answers
}

export function OwnPicture({ src, className }: { src: string; className?: string }) {
  return (
    <figure>
      <img
        src={src}
        alt="A preview of what your answers make"
        className={cx('mx-auto rounded-xs shadow-high motion-safe:animate-fade', className)}
      />
      <figcaption className="mt-2 text-center text-xs text-muted">Preview</figcaption>
    </figure>
  )
}
