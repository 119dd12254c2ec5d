import { useQuery } from '@tanstack/react-query'
import type { ProviderView } from '@vignette/contract/app.ts'
import { useState } from 'react'
import { copyText } from '../../../../lib/copy-text.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { QueryState } from '../../../../ui/query-state.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { providersQuery } from '../../api.ts'
import { writeStep } from '../write-step.ts'

/** Available providers and functions, missing credentials, and a step of each kind to copy. */
export function StepTypes() {
  const query = useQuery(providersQuery)
  return (
    <section aria-labelledby="step-types">
      <h2 id="step-types" className="text-lg font-semibold">
        Example step types
      </h2>
      <QueryState
        query={query}
        line
        failed="The providers could not be loaded"
        loading={<Skeleton className="mt-3 h-48 w-full" />}
      >
        {(providers) => (
          <div className="mt-3 flex flex-col gap-5">
            {providers
              .toSorted((a, b) => Number(b.available) - Number(a.available))
              .map((provider) => (
                <Provider key={provider.id} provider={provider} />
              ))}
          </div>
        )}
      </QueryState>
    </section>
  )
}

function Provider({ provider }: { provider: ProviderView }) {
  return (
    <div>
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        {provider.title} <code className="font-mono text-xs text-muted">{provider.id}</code>
        {provider.available ? (
          <Badge tone="good">Available</Badge>
        ) : (
          <Badge tone="warn">Not set up</Badge>
        )}
        {provider.approved_only && <Badge>Approved creators</Badge>}
      </h3>
      {!provider.available && provider.missing && (
        <p className="mt-1 text-sm break-words text-muted">{provider.missing}</p>
      )}
      {provider.available ? (
        <StepTypeList provider={provider} />
      ) : (
        <details className="mt-1">
          <summary className="w-fit py-1.5 text-sm text-muted hover:text-ink">
            {provider.functions.length} step types
          </summary>
          <StepTypeList provider={provider} />
        </details>
      )}
    </div>
  )
}

function StepTypeList({ provider }: { provider: ProviderView }) {
  if (provider.functions.length === 0) return null
  return (
    <ul className="mt-2 divide-y divide-line rounded-md border border-line">
      {provider.functions.map((spec) => (
        <StepType key={spec.function_type} provider={provider.id} spec={spec} />
      ))}
    </ul>
  )
}

function StepType({
  provider,
  spec,
}: {
  provider: string
  spec: ProviderView['functions'][number]
}) {
  const [copied, setCopied] = useState(false)
  const snippet = writeStep(provider, spec)
  return (
    <li>
      <details className="group">
        <summary className="flex items-baseline justify-between gap-3 px-3.5 py-2.5 text-sm marker:content-none">
          <code className="min-w-0 font-mono break-all">{spec.function_type}</code>
          <span className="shrink-0 text-xs text-muted">{spec.output}</span>
        </summary>
        <div className="px-3.5 pb-3.5 text-sm">
          <p className="text-muted">{spec.description}</p>
          <pre
            tabIndex={0}
            aria-label={`A step of type ${spec.function_type}`}
            className="mt-2 overflow-x-auto rounded-sm bg-sunken p-3 font-mono text-xs"
          >
            {snippet}
          </pre>
          <button
            type="button"
            className="mt-2 text-sm underline underline-offset-3"
            onClick={() => void copyText(snippet).then(setCopied)}
          >
            {copied ? 'Copied' : 'Copy step'}
          </button>
        </div>
      </details>
    </li>
  )
}
