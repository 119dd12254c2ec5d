import { useQueryClient } from '@tanstack/react-query'
import { STOREFRONT } from '@vignette/contract/storefront-rules.ts'
import type { OwnStorefront } from '@vignette/contract/storefronts.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Input, Select } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ownStorefrontQuery } from '../api.ts'
import { findLinkFaults, isFilled, LinkFields } from './link-fields.tsx'
import { type ChosenPicture, StorefrontPicture } from './storefront-picture.tsx'
import { WorkflowOrder } from './workflow-order.tsx'

export function StorefrontForm({ storefront }: { storefront: OwnStorefront }) {
  const client = useQueryClient()
  const { picture: accountPicture, handle, recipes } = storefront
  const form = useForm({
    first: {
      show_picture: storefront.show_picture,
      picture: chosenOf(storefront.own_picture),
      cover: chosenOf(storefront.own_cover),
      lines: [storefront.lines[0] ?? '', storefront.lines[1] ?? ''],
      links: storefront.links,
      featured: storefront.featured_id ?? '',
      order: storefront.order,
    },
    check: ({ links }) => ({
      links: links.some((link) => findLinkFaults(link)) && 'A link is not complete',
    }),
    act: ({ show_picture, picture, cover, lines, links, featured, order }, { client }) =>
      send(client, 'updateStorefront', {
        body: {
          show_picture,
          picture_id: picture?.id ?? null,
          cover_id: cover?.id ?? null,
          lines: lines.map((line) => line.trim()).filter(Boolean),
          links: links
            .filter(isFilled)
            .map(({ label, url }) => ({ label: label.trim(), url: url.trim() })),
          featured_id: featured || null,
          order,
        },
      }),
    done: (saved) => {
      client.setQueryData(ownStorefrontQuery.queryKey, saved)
      form.set({ links: saved.links })
      toast('Storefront saved')
    },
    failed: 'It could not be saved. Please try again.',
  })
  const { picture, cover, show_picture, lines, links, order } = form.values

  return (
    <Form form={form} className="flex flex-col gap-10">
      <StorefrontPicture
        label="Picture"
        hint="JPEG, PNG or WebP, up to 10 MB; shown round."
        chosen={picture}
        onChange={(next) => form.set({ picture: next })}
      >
        <Avatar
          key={picture?.url ?? `${show_picture}`}
          user={{
            picture: picture?.url ?? (show_picture ? accountPicture : null),
            email: handle,
          }}
          size={80}
        />
        {accountPicture && !picture && (
          <Checkbox
            label="Show this picture"
            hint="The picture of the account that you sign in with."
            {...form.box('show_picture')}
          />
        )}
      </StorefrontPicture>
      <StorefrontPicture
        label="Cover"
        hint="A wide picture above your name. Without one, a creation made with your recipes stands there."
        chosen={cover}
        onChange={(next) => form.set({ cover: next })}
      >
        {cover && (
          <img
            src={cover.url}
            alt="Your cover"
            className="aspect-[4/1] w-full rounded-lg border border-line object-cover"
          />
        )}
      </StorefrontPicture>
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-3 text-xl font-semibold">Two lines about you</legend>
        {['First line', 'Second line'].map((label, at) => (
          <Input
            key={label}
            label={label}
            maxLength={STOREFRONT.lineMax}
            value={lines[at]}
            onChange={(event) => form.set({ lines: lines.with(at, event.target.value) })}
          />
        ))}
      </fieldset>
      <LinkFields
        links={links}
        checked={form.tried}
        onChange={(next) => form.set({ links: next })}
      />
      {recipes.length > 0 && (
        <>
          <Select
            label="Featured recipe"
            hint="Shown first, with a large picture."
            options={[
              { value: '', label: 'None' },
              ...recipes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.field('featured')}
          />
          <WorkflowOrder
            recipes={recipes}
            order={order}
            onChange={(next) => form.set({ order: next })}
          />
        </>
      )}
      <div>
        <Submit form={form}>Save storefront</Submit>
      </div>
    </Form>
  )
}

function chosenOf(media: OwnStorefront['own_picture']): ChosenPicture | null {
  return media && { id: media.id, url: media.preview_url ?? media.url }
}
