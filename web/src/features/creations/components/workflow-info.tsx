import type { CreationView } from '@vignette/contract/creations.ts'
import { creatorPath } from '@vignette/contract/creator-path.ts'
import { expectedTime, formatGenerationTime } from '@vignette/contract/generation-time.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { Link } from '../../../ui/link.tsx'
import { LICENSE_WORDS } from '../license-words.ts'
import { readInputs } from '../read-inputs.ts'

export function WorkflowInfo({ creation }: { creation: CreationView }) {
  const { workflow } = creation
  const license = LICENSE_WORDS[workflow.license]
  const facts: [string, string][] = [
    ['Steps', String(workflow.steps)],
    ['Inputs', countInputs(creation)],
    ['Generation time', formatGenerationTime(expectedTime(workflow))],
    ['Price', formatPrice(workflow.price)],
  ]
  return (
    <section aria-labelledby="workflow-info">
      <h2 id="workflow-info" className="text-lg font-semibold">
        Workflow
      </h2>
      <p className="mt-1 text-sm text-muted">
        {workflow.available ? (
          <Link
            to={`/workflows/${workflow.id}`}
            className="text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {workflow.name}
          </Link>
        ) : (
          `${workflow.name} (no longer offered)`
        )}{' '}
        by{' '}
        <Link
          to={creatorPath(workflow.creator_handle)}
          className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          @{workflow.creator_handle}
        </Link>
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line">
        {facts.map(([label, value]) => (
          <div key={label} className="bg-surface px-3.5 py-2.5">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
        {license && (
          <div className="col-span-2 bg-surface px-3.5 py-2.5">
            <dt className="text-xs text-muted">Licence</dt>
            <dd>
              <span className="font-medium">{license.title}</span>{' '}
              <span className="text-sm text-muted">{license.text}</span>
            </dd>
          </div>
        )}
      </dl>
      <p className="mt-3 text-sm text-muted">
        {creation.media?.signed
          ? 'The file is signed: it says that software made it, with which recipe and by whose. Smaller sizes and the PDF are not.'
          : 'This file is not signed.'}{' '}
        <Link to="/verify" className="underline underline-offset-4 hover:text-ink">
          Check a file
        </Link>
      </p>
    </section>
  )
}

/** For whoever asks about it, or draws it once more. */
export function HowItWasMade({ creation: { id, seed } }: { creation: CreationView }) {
  return (
    <details className="border-y border-line">
      <summary className="min-h-11 py-2.5 text-sm font-medium">How it was made</summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-1.5 pb-4 text-sm">
        {seed !== undefined && (
          <>
            <dt className="text-muted">Seed</dt>
            <dd className="tabular-nums">{seed}</dd>
          </>
        )}
        <dt className="text-muted">Number</dt>
        <dd className="font-mono text-2xs break-all">{id}</dd>
      </dl>
    </details>
  )
}

/** "3 of 4" where one was left out; of a stranger's creation some files may be kept back. */
function countInputs({ workflow, user_inputs, is_owner, share_inputs }: CreationView): string {
  const given = readInputs(user_inputs, workflow.asks).length
  const isWhole = (is_owner || share_inputs) && given < workflow.inputs
  return isWhole ? `${given} of ${workflow.inputs}` : String(workflow.inputs)
}
