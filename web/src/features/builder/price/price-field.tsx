import { exampleOf, labelCurrency, moneyHere, writeCents } from '@vignette/contract/currency.ts'
import { formatCents, formatPrice } from '@vignette/contract/money.ts'
import { PRICE } from '@vignette/contract/money-limits.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { useState } from 'react'
import { Input } from '../../../ui/field.tsx'
import { Slider } from '../../../ui/slider.tsx'

/** The price as a slider and as a sum; what is no price stays in the field with its fault. */
export function PriceField({
  price,
  lowest,
  disabled,
  fault,
  onChange,
}: {
  price: number
  lowest: number | undefined
  disabled: boolean
  fault: string | undefined
  onChange: (cents: number) => void
}) {
  const [typed, setTyped] = useState({ text: writeCents(price), cents: price })
  // Another part of the builder may change the price, by undo for example.
  const text = typed.cents === price ? typed.text : writeCents(price)
  const read = readPrice(text)
  const { scale } = moneyHere()
  const [most, step] = [2_000 * scale, 50 * scale]

  return (
    <div className="grid gap-1">
      <Input
        label={`A remix costs, in ${labelCurrency()}`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        disabled={disabled}
        hint={lowest === undefined ? undefined : `0 is free; else ${formatCents(lowest)} or more`}
        error={
          read === undefined
            ? `Please write ${labelCurrency()}, such as ${exampleOf(450)}`
            : (findFault(read, lowest) ?? fault)
        }
        onChange={(event) => {
          const next = event.target.value
          const cents = readPrice(next) ?? price
          setTyped({ text: next, cents })
          if (cents !== price) onChange(cents)
        }}
      />
      <Slider
        label="Price"
        value={Math.min(price, most)}
        min={0}
        max={most}
        step={step}
        format={(cents) => (price > most ? formatCents(price) : formatPrice(cents))}
        disabled={disabled}
        onChange={(cents) => onChange(cents)}
      />
    </div>
  )
}

/** A sum with one digit after the point are a price in the making, and meant as tens of cents. */
function readPrice(text: string): number | undefined {
  return parseCents(/\.\d$/.test(text.trim()) ? `${text.trim()}0` : text.trim().replace(/\.$/, ''))
}

function findFault(price: number, lowest: number | undefined): string | undefined {
  if (price === 0) return undefined
  if (lowest === undefined) return 'The rendering costs more than the highest price can carry'
  if (price < lowest) return `The lowest price of this recipe is ${formatCents(lowest)}`
  if (price > PRICE.maxCents) return `The highest price is ${formatCents(PRICE.maxCents)}`
  return undefined
}
