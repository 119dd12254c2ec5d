import { lowestAskedCents } from '@vignette/contract/price-floor.ts'
import { usePriceRules } from '../use-price-rules.ts'

const fieldsFrom = (lowest: number | undefined): [string, string][] => [
  ['name', 'What people see'],
  ['user_id', 'Your own id'],
  ['price', `in cents: 0 is free, else at least ${lowest} without a cost`],
  ['cost', 'in cents, the most one remix may cost'],
  ['generation_time', 'in ms'],
  ['steps', 'array, at least one'],
  ['output', 'string, the id of the last step'],
]

export function RequiredFields() {
  const prices = usePriceRules()
  return (
    <section aria-labelledby="required-fields">
      <h2 id="required-fields" className="text-lg font-semibold">
        Required fields
      </h2>
      <dl className="mt-3 divide-y divide-line border-y border-line text-sm">
        {fieldsFrom(lowestAskedCents(0, prices)).map(([name, hint]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
            <dt className="font-mono">{name}</dt>
            <dd className="text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        In prompts and images, <code className="font-mono text-ink">{'{{name}}'}</code> stands for
        an input's key or an earlier step's id.
      </p>
    </section>
  )
}
