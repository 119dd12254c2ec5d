import { rulesOf } from '@vignette/contract/input-types.ts'
import { labelOfValue } from '@vignette/contract/labels.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { LinkButton } from '../../../ui/button.tsx'

/** The words that the sample was made from, to begin one's own remix with. */
export function SampleWords({ workflow }: { workflow: WorkflowView }) {
  const { sample_run: run, inputs } = workflow
  if (!run || workflow.withdrawn) return null
  const words = inputs.flatMap((input) => {
    const value = run.inputs[input.key]
    if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return []
    return [{ input, text: String(labelOfValue(input, value)) }]
  })
  // A choice alone teaches nothing about what to write.
  if (!words.some(({ input }) => rulesOf(input).isTyped)) return null
  const hasWords = words.some(({ input }) => !input.numeric && input.options.length === 0)
  const named = hasWords ? 'words' : words.length > 1 ? 'settings' : 'setting'
  return (
    <section
      aria-label={`The ${named} of this sample`}
      className="mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3"
    >
      <dl className="flex min-w-0 flex-wrap gap-x-8 gap-y-2">
        {words.map(({ input, text }) => (
          <div key={input.key} className="min-w-0">
            <dt className="text-sm text-muted">{input.display_name}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
      <LinkButton
        kind="secondary"
        to={`/workflows/${workflow.id}/remix?from=${encodeURIComponent(run.creation_id)}`}
      >
        Use {named === 'setting' ? 'this' : 'these'} {named}
      </LinkButton>
    </section>
  )
}
