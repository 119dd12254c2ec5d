import type { Cards } from './create-cards.ts'
import { useEditing } from './editing.ts'
import { InputList } from './input-list.tsx'
import { ListingFields, ResultFields, Section } from './sections.tsx'
import { StepList } from './step-list.tsx'

/** The whole recipe as fields, in the order in which a buyer meets it. */
export function BuildForm({ cards }: { cards: Cards }) {
  const { recipe } = useEditing()
  return (
    <div className="flex flex-col gap-10">
      <Section id="build-listing" title="Listing">
        <ListingFields recipe={recipe} />
      </Section>
      <Section id="build-inputs" title="Inputs">
        <InputList recipe={recipe} cards={cards} />
      </Section>
      <Section id="build-steps" title="Steps">
        <StepList recipe={recipe} cards={cards} />
      </Section>
      <Section id="build-result" title="Result">
        <ResultFields recipe={recipe} />
      </Section>
    </div>
  )
}
