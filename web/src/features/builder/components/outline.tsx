import { cx } from '../../../ui/class-names.ts'
import {
  inputsOf,
  keyOfInput,
  type Parts,
  readText,
  stepsOf,
  titleOfInput,
} from '../document/read-parts.ts'
import { type Cards, cardId, type ListName } from './create-cards.ts'
import { FaultBadge } from './editable-card.tsx'
import { useEditing } from './editing.ts'

/** The recipe at a glance; each line leads to its part of the form. */
export function Outline({ recipe, cards }: { recipe: Parts; cards: Cards }) {
  const inputs = inputsOf(recipe).map((input, i) => ({
    name: titleOfInput(input) || `Input ${i + 1}`,
    reference: keyOfInput(input),
  }))
  const steps = stepsOf(recipe).map((step, i) => ({
    name: readText(step, 'id') || `Step ${i + 1}`,
    reference: readText(step, 'id'),
  }))
  return (
    <nav aria-label="Outline" className="flex flex-col gap-4 text-[0.9375rem]">
      <Part id="build-listing" title="Listing" />
      <List list="inputs" title="Inputs" lines={inputs} cards={cards} />
      <List list="steps" title="Steps" lines={steps} cards={cards} />
      <Part id="build-result" title="Result" detail={readText(recipe, 'output')} />
      <Part id="build-price" title="Price" />
    </nav>
  )
}

const line =
  'flex min-h-9 w-full items-center gap-2 rounded-md px-2.5 text-left hover:bg-sunken break-all'

function Part({ id, title, detail }: { id: string; title: string; detail?: string }) {
  return (
    <button
      type="button"
      className={line}
      onClick={() => {
        const heading = document.getElementById(id)
        heading?.focus()
        heading?.scrollIntoView({ block: 'start' })
      }}
    >
      <span className="font-medium">{title}</span>
      {detail && <span className="text-muted">{detail}</span>}
    </button>
  )
}

function List({
  list,
  title,
  lines,
  cards,
}: {
  list: ListName
  title: string
  lines: readonly { name: string; reference: string }[]
  cards: Cards
}) {
  const { countFaults, lit } = useEditing()
  return (
    <div>
      <Part id={`build-${list}`} title={title} />
      <ol>
        {lines.map(({ name, reference }, i) => {
          const faults = countFaults(`${list}[${i}]`)
          return (
            <li key={cardId(list, i)}>
              <button
                type="button"
                className={cx(line, lit !== undefined && lit === reference && 'bg-accent-wash')}
                onClick={() => cards.show(list, i)}
              >
                <span className="text-muted tabular-nums">{i + 1}</span>
                <span className="min-w-0 grow">{name}</span>
                {faults > 0 && <FaultBadge count={faults} />}
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
