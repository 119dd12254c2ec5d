import { useQueryClient } from '@tanstack/react-query'
import { exampleOf, labelCurrency, titleCurrency, writeCents } from '@vignette/contract/currency.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { LAUNCH } from '@vignette/contract/money-limits.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useState } from 'react'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { ActionDialog, FormDialog } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

/** A lower price that ends by itself. */
export function LaunchPrice({ recipe }: { recipe: WorkflowView }) {
  const [open, setOpen] = useState<'set' | 'end' | undefined>()
  const { launch, price } = recipe
  return (
    <section aria-labelledby="launch" className="flex flex-col gap-4">
      <h2 id="launch" className="text-xl font-semibold">
        Launch price
      </h2>
      {launch && <p className="text-2xl font-medium tabular-nums">{formatCents(launch.price)}</p>}
      <p className="max-w-prose text-muted">
        {launch
          ? launch.words
          : price === 0
            ? 'This recipe is free, so there is no lower price.'
            : `Sell a remix for less than ${formatCents(price)} until a day of your choice. Buyers see both prices, and the lowest of the ${LAUNCH.lookBackDays} days before. You keep your share of what is charged.`}
      </p>
      {price > 0 && (
        <div className="flex flex-wrap gap-3">
          <Button kind="secondary" onClick={() => setOpen('set')}>
            {launch ? 'Change launch price' : 'Set a launch price'}
          </Button>
          {launch && (
            <Button kind="ghost" onClick={() => setOpen('end')}>
              End it now
            </Button>
          )}
        </div>
      )}
      {open === 'set' && <SetDialog recipe={recipe} onClose={() => setOpen(undefined)} />}
      {open === 'end' && <EndDialog recipe={recipe} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

const DAY_MS = 86_400_000
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

function SetDialog({ recipe, onClose }: { recipe: WorkflowView; onClose: () => void }) {
  const { id, launch, price: full } = recipe
  const form = useForm({
    first: {
      price: launch ? writeCents(launch.price) : '',
      until: launch?.until ?? dayAfter(7),
    },
    check: (text) => {
      const price = parseCents(text.price)
      const fits = price !== undefined && price < full
      return {
        price: !fits && `${titleCurrency()} below ${formatCents(full)}, such as ${exampleOf(150)}`,
      }
    },
    act: ({ price, until }, { client }) =>
      send(client, 'setLaunchPrice', {
        params: { id },
        body: { price: parseCents(price) ?? full, until },
      }),
    done: (_, { price }) => {
      toast(`A remix costs ${formatCents(parseCents(price) ?? full)} now`)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Launch price"
      description={`The full price is ${formatCents(full)}. A checkout that is open already keeps its price.`}
      label="Sell at this price"
      onClose={onClose}
    >
      <Input
        label={`A remix costs, in ${labelCurrency()}`}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('price')}
      />
      <Input
        label="Until the end of"
        hint={`The day ends at midnight UTC; ${LAUNCH.maxDays} days at most.`}
        type="date"
        min={dayAfter(0)}
        max={dayAfter(LAUNCH.maxDays - 1)}
        {...form.field('until')}
      />
    </FormDialog>
  )
}

function EndDialog({ recipe, onClose }: { recipe: WorkflowView; onClose: () => void }) {
  const client = useQueryClient()
  const full = formatCents(recipe.price)
  return (
    <ActionDialog
      title="End the launch price?"
      description={`A remix costs ${full} again instead of ${formatCents((recipe.launch ?? recipe).price)}. What was paid for stays as it was bought.`}
      label="End it now"
      act={async () => {
        await send(client, 'endLaunchPrice', { params: { id: recipe.id } })
        toast(`A remix costs ${full} again`)
      }}
      onClose={onClose}
    />
  )
}
