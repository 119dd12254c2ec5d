import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { apiMutation, apiQuery } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import type { Answer } from '../../../lib/client.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input, Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

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
      {data && <Form party={data.party} />}
    </section>
  )
}

function Form({ party }: { party: Answer<'getPaperName'>['party'] }) {
  const client = useQueryClient()
  const [name, setName] = useKeptState('paper name', party?.name ?? '')
  const [address, setAddress] = useKeptState('paper address', party?.address ?? '')
  const [vatId, setVatId] = useKeptState('paper vat', party?.vat_id ?? '')
  const [fault, setFault] = useState<string>()
  const saving = useMutation({
    ...apiMutation('updatePaperName'),
    onSuccess: (answer, { body }) => {
      client.setQueryData(paperNameQuery.queryKey, answer)
      toast(body.party ? 'Your statements say so from now on' : 'Removed from your statements')
    },
    onError: (error) => setFault(readReason(error, 'It could not be saved. Please try again.')),
  })

  function save(event: FormEvent) {
    event.preventDefault()
    setFault(undefined)
    const [legal, lines, vat] = [name.trim(), address.trim(), vatId.trim()]
    const isEmpty = !legal && !lines && !vat
    if (!isEmpty && (!legal || !lines)) return setFault('Please enter both a name and an address.')
    const named = { name: legal, address: lines, ...(vat ? { vat_id: vat } : {}) }
    saving.mutate({ body: { party: isEmpty ? null : named } })
  }

  return (
    <form noValidate className="mt-4 flex flex-col items-start gap-3" onSubmit={save}>
      {fault && <Alert tone="danger">{fault}</Alert>}
      <Input
        label="Legal name"
        autoComplete="name"
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Textarea
        label="Address"
        autoComplete="street-address"
        maxLength={400}
        rows={3}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Input
        label="VAT id (optional)"
        autoComplete="off"
        maxLength={30}
        value={vatId}
        onChange={(event) => setVatId(event.target.value)}
      />
      <Button type="submit" kind="secondary" busy={saving.isPending}>
        Save name
      </Button>
    </form>
  )
}
