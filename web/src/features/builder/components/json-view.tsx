import type { ProviderView } from '@vignette/contract/app.ts'
import { type Fault, RecipeEditor, usePriceRules } from '../../workflows/index.ts'

const LABEL = 'Recipe JSON'

/** The text itself; the form shows the same document. */
export function JsonView({
  text,
  faults,
  providers,
  goTo,
  onChange,
}: {
  text: string
  faults: readonly Fault[]
  providers: readonly ProviderView[]
  /** Where the cursor goes. */
  goTo: { at: number } | undefined
  onChange: (text: string) => void
}) {
  const prices = usePriceRules()
  const plain = (
    <textarea
      aria-label={LABEL}
      value={text}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      className="size-full resize-none bg-surface p-4 font-mono text-[13px] leading-[1.65] outline-none"
    />
  )
  return (
    <div className="h-[34rem] overflow-hidden rounded-lg border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent lg:h-[min(52rem,78vh)]">
      <RecipeEditor
        label={LABEL}
        value={text}
        onChange={onChange}
        faults={faults}
        providers={providers}
        prices={prices}
        isDraft
        goTo={goTo}
        waiting={plain}
        failed={plain}
      />
    </div>
  )
}
