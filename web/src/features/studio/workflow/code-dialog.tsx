import { CODE, type CodeKind } from '@vignette/contract/code-limits.ts'
import { exampleOf, titleCurrency } from '@vignette/contract/currency.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { Input, Select } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

const sumOff = () => `${titleCurrency()} off`

const kinds = (): { value: CodeKind; label: string }[] => [
  { value: 'percent', label: 'Percent off' },
  { value: 'amount', label: sumOff() },
  { value: 'free', label: 'Free remixes' },
]

interface CodeForm {
  code: string
  kind: CodeKind
  value: string
  total: string
  perBuyer: string
  from: string
  until: string
  everywhere: boolean
  draft: boolean
}

const EMPTY: CodeForm = {
  code: '',
  kind: 'percent',
  value: '20',
  total: '',
  perBuyer: '1',
  from: '',
  until: '',
  everywhere: false,
  draft: false,
}

export function CodeDialog({
  recipe,
  runCost,
  onClose,
}: {
  recipe: WorkflowView
  /** The most that a run of the recipe may cost. */
  runCost: number
  onClose: () => void
}) {
  const form = useForm({
    first: EMPTY,
    check: findFaults,
    act: (values, { client, key }) =>
      send(client, 'createCode', {
        body: readForm(values, recipe.id, runCost),
        idempotencyKey: key,
      }),
    done: (_, { code }) => {
      toast(`The code ${code.toUpperCase()} is made`)
      onClose()
    },
  })
  const { kind, total, everywhere } = form.values
  return (
    <FormDialog
      form={form}
      title="Make a code"
      description="A code cannot be changed later, only stopped. A buyer without an account counts as a new one in each browser, so limit the uses in all."
      label="Make the code"
      onClose={onClose}
    >
      <Input
        label="Code"
        hint={`${CODE.minLength} to ${CODE.maxLength} letters and digits, such as NEON20.`}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={CODE.maxLength}
        autoComplete="off"
        {...form.field('code')}
      />
      <Select
        label="What it gives"
        options={kinds()}
        value={kind}
        onChange={(event) => {
          const next = kinds().find(({ value }) => value === event.target.value)?.value ?? 'percent'
          form.set({ kind: next, value: next === 'percent' ? '20' : '' })
        }}
      />
      {kind === 'free' ? (
        <p className="text-sm text-muted">
          {describeRunCost(runCost, readCount(total), everywhere)}
        </p>
      ) : (
        <Input
          label={kind === 'percent' ? 'Percent off' : sumOff()}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('value')}
        />
      )}
      <div className="grid grid-cols-2 gap-4">
        <Input
          label="Uses in all"
          hint={kind === 'free' ? undefined : 'Empty: no limit'}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('total')}
        />
        <Input
          label="Uses per buyer"
          inputMode="numeric"
          autoComplete="off"
          {...form.field('perBuyer')}
        />
        <Input label="From (optional)" type="date" autoComplete="off" {...form.field('from')} />
        <Input label="Until (optional)" type="date" autoComplete="off" {...form.field('until')} />
      </div>
      <Checkbox label="For all my recipes" {...form.box('everywhere')} />
      <Checkbox label="Keep it as a draft: it works once I start it" {...form.box('draft')} />
    </FormDialog>
  )
}

const readCount = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined)

type CodeFaults = Partial<Record<'code' | 'value' | 'total' | 'perBuyer', string>>

function findFaults({ code, kind, value, total, perBuyer }: CodeForm): CodeFaults {
  const faults: CodeFaults = {}
  const shape = new RegExp(`^[A-Za-z0-9]{${CODE.minLength},${CODE.maxLength}}$`)
  if (!shape.test(code)) {
    faults.code = `${CODE.minLength} to ${CODE.maxLength} letters and digits, please`
  }
  const percent = readCount(value) ?? 0
  if (kind === 'percent' && (percent < 1 || percent > CODE.maxPercent)) {
    faults.value = `Between 1 and ${CODE.maxPercent}, please`
  }
  if (kind === 'amount' && !parseCents(value))
    faults.value = `${titleCurrency()}, such as ${exampleOf(150)}`
  const inAll = readCount(total)
  if (total.trim() === '' ? kind === 'free' : !inAll || inAll > CODE.maxTotal) {
    faults.total = 'A whole number, please'
  }
  const each = readCount(perBuyer)
  if (!each || each > CODE.maxPerBuyer) faults.perBuyer = `1 to ${CODE.maxPerBuyer}, please`
  return faults
}

/** What free runs take from the creator's balance, before there is a code. */
function describeRunCost(cents: number, total: number | undefined, everywhere: boolean): string {
  if (everywhere) {
    return 'A code for all your recipes pays for remixes that cost nothing to make. To give away others, make a code for their recipe.'
  }
  if (cents === 0)
    return 'A remix of this recipe costs nothing to make, so free remixes take nothing from you.'
  const all = total ? `, and all ${total} together at most ${formatCents(cents * total)}` : ''
  return `Each free remix takes what it costs us to make from your balance: at most ${formatCents(cents)}${all}. This is also so where a remix fails or is cancelled after it has cost something, which then counts as a use. A remix begins only while money of yours that has cleared covers it; meanwhile no payout takes that money.`
}

function readForm(form: CodeForm, workflowId: string, runCost: number) {
  const { code, kind, value, total, perBuyer, from, until, everywhere, draft } = form
  const number = kind === 'percent' ? readCount(value) : parseCents(value)
  return {
    code,
    kind,
    ...(kind !== 'free' && number !== undefined ? { value: number } : {}),
    workflow_ids: everywhere ? [] : [workflowId],
    ...(from && { from }),
    ...(until && { until }),
    ...(total.trim() && { total: Number(total) }),
    per_buyer: Number(perBuyer),
    ...(kind === 'free' && !everywhere && runCost > 0 && { run_cost: runCost }),
    state: draft ? ('draft' as const) : ('active' as const),
  }
}
