import { exampleOf, labelCurrency } from '@vignette/contract/currency.ts'
import type { ComponentProps } from 'react'
import { Input } from '../../../ui/field.tsx'

/** A sum of money that is written by hand, in the currency of the server. */
export function AmountInput(
  field: Pick<ComponentProps<typeof Input>, 'value' | 'error' | 'onChange'>,
) {
  return (
    <Input
      label={`Amount in ${labelCurrency()}`}
      inputMode="decimal"
      autoComplete="off"
      {...field}
    />
  )
}

/** What is said where no sum can be read. */
export const askForAmount = (example = 150) =>
  `Please enter ${labelCurrency()}, such as ${exampleOf(example)}`
