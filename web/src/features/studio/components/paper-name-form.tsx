import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, send } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Input, Textarea } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

const BOTH = 'Please enter both a name and an address.'

const paperNameQuery = apiQuery('getPaperName', {})

/** The legal name and address that stand on statements. */
export function PaperNamePanel() {
  const { data } = useQuery(paperNameQuery)
  return (
    <section aria-labelledby="paper-name">
      <h2 id="paper-name" className="text-xl font-semibold">
        Name on statements
      </h2>
      <p className="mt-2 text-sm text-muted">
        Your legal name and address, if your tax office asks for them. Nobody else sees them; they
        are deleted with your account.
      </p>
      {data && <PartyForm party={data.party} />}
    </section>
  )
}

function PartyForm({ party }: { party: Answer<'getPaperName'>['party'] }) {
  const client = useQueryClient()
  const form = useForm({
    keep: 'paper name',
    first: { name: party?.name ?? '', address: party?.address ?? '', vat_id: party?.vat_id ?? '' },
    check: ({ name, address, vat_id }) => {
      const isEmpty = !name.trim() && !address.trim() && !vat_id.trim()
      return {
        name: !isEmpty && !name.trim() && BOTH,
        address: !isEmpty && !address.trim() && BOTH,
      }
    },
    act: (typed, { client }) => {
      const [name, address, vat] = [typed.name.trim(), typed.address.trim(), typed.vat_id.trim()]
      const named = { name, address, ...(vat ? { vat_id: vat } : {}) }
      return send(client, 'updatePaperName', { body: { party: name ? named : null } })
    },
    done: (answer) => {
      client.setQueryData(paperNameQuery.queryKey, answer)
      toast(answer.party ? 'Your statements say so from now on' : 'Removed from your statements')
    },
    failed: 'It could not be saved. Please try again.',
  })
  return (
    <Form form={form} className="mt-4 flex flex-col items-start gap-3">
      <Input label="Legal name" autoComplete="name" maxLength={120} {...form.field('name')} />
      <Textarea
        label="Address"
        autoComplete="street-address"
        maxLength={400}
        rows={3}
        {...form.field('address')}
      />
      <Input
        label="VAT id (optional)"
        autoComplete="off"
        maxLength={30}
        {...form.field('vat_id')}
      />
      <Submit form={form} kind="secondary">
        Save name
      </Submit>
    </Form>
  )
}
