import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readLink, STOREFRONT } from '@vignette/contract/storefront-rules.ts'
import type { OwnStorefront, StorefrontLink } from '@vignette/contract/storefronts.ts'
import { type FormEvent, useState } from 'react'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Input, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ownStorefrontQuery } from '../api.ts'
import { LinkFields } from './link-fields.tsx'
import { WorkflowOrder } from './workflow-order.tsx'

export function StorefrontForm({ storefront }: { storefront: OwnStorefront }) {
  const client = useQueryClient()
  const { picture, recipes } = storefront
  const [lines, setLines] = useState(() => [storefront.lines[0] ?? '', storefront.lines[1] ?? ''])
  const [links, setLinks] = useState<StorefrontLink[]>(storefront.links)
  const [showPicture, setShowPicture] = useState(storefront.show_picture)
  const [featured, setFeatured] = useState(storefront.featured_id ?? '')
  const [order, setOrder] = useState(storefront.order)
  const [checked, setChecked] = useState(false)
  const saving = useMutation({
    ...apiMutation('updateStorefront'),
    onSuccess: (saved, { body }) => {
      client.setQueryData(ownStorefrontQuery.queryKey, saved)
      setLinks(body.links)
      setChecked(false)
      toast('Storefront saved')
    },
  })

  function save(event: FormEvent) {
    event.preventDefault()
    saving.reset()
    setChecked(true)
    const filled = links.filter(({ label, url }) => label.trim() || url.trim())
    if (filled.some(({ label, url }) => !label.trim() || !readLink(url))) return
    saving.mutate({
      body: {
        show_picture: showPicture,
        lines: lines.map((line) => line.trim()).filter(Boolean),
        links: filled.map(({ label, url }) => ({ label: label.trim(), url: url.trim() })),
        featured_id: featured || null,
        order,
      },
    })
  }

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-10">
      {picture && (
        <div className="flex items-center gap-4">
          <Avatar user={{ picture, email: null }} size={56} />
          <Checkbox
            label="Show this picture"
            hint="The picture of the account that you sign in with."
            checked={showPicture}
            onChange={(event) => setShowPicture(event.target.checked)}
          />
        </div>
      )}
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-3 text-xl font-semibold">Two lines about you</legend>
        {['First line', 'Second line'].map((label, at) => (
          <Input
            key={label}
            label={label}
            maxLength={STOREFRONT.lineMax}
            value={lines[at]}
            onChange={(event) => setLines(lines.with(at, event.target.value))}
          />
        ))}
      </fieldset>
      <LinkFields links={links} checked={checked} onChange={setLinks} />
      {recipes.length > 0 && (
        <>
          <Select
            label="Featured recipe"
            hint="Shown first, with a large picture."
            options={[
              { value: '', label: 'None' },
              ...recipes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={featured}
            onChange={(event) => setFeatured(event.target.value)}
          />
          <WorkflowOrder recipes={recipes} order={order} onChange={setOrder} />
        </>
      )}
      {saving.error && (
        <Alert tone="danger">
          {readReason(saving.error, 'It could not be saved. Please try again.')}
        </Alert>
      )}
      <div>
        <Button type="submit" busy={saving.isPending}>
          Save storefront
        </Button>
      </div>
    </form>
  )
}
