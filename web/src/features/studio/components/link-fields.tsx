import { readLink, STOREFRONT } from '@vignette/contract/storefront-rules.ts'
import type { StorefrontLink } from '@vignette/contract/storefronts.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Plus, Trash2 } from '../../../ui/icons.tsx'

export const isFilled = ({ label, url }: StorefrontLink) => Boolean(label.trim() || url.trim())

/** An empty row is no link, so nothing is wrong with it. */
export function findLinkFaults(link: StorefrontLink): { label?: string; url?: string } | undefined {
  const isNamed = Boolean(link.label.trim())
  const leads = Boolean(readLink(link.url))
  if (!isFilled(link) || (isNamed && leads)) return undefined
  return {
    ...(isNamed ? {} : { label: 'Give it a name' }),
    ...(leads ? {} : { url: 'Begin with https:// and name a site' }),
  }
}

/** Faults stand beside their field once the form was `checked`. */
export function LinkFields({
  links,
  checked,
  onChange,
}: {
  links: readonly StorefrontLink[]
  checked: boolean
  onChange: (links: StorefrontLink[]) => void
}) {
  const change = (at: number, part: Partial<StorefrontLink>) =>
    onChange(links.map((link, i) => (i === at ? { ...link, ...part } : link)))
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-3 text-xl font-semibold">Links</legend>
      {links.map(({ label, url }, at) => {
        const faults = checked ? findLinkFaults({ label, url }) : undefined
        return (
          <div
            // The row's index is its key: links have no id, and rows are only added at the end.
            key={at}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
          >
            <Input
              label={`Name of link ${at + 1}`}
              placeholder="My shop"
              maxLength={STOREFRONT.labelMax}
              value={label}
              error={faults?.label}
              onChange={(event) => change(at, { label: event.target.value })}
            />
            <Button
              kind="ghost"
              size="icon"
              className="mt-6.5 sm:order-last"
              aria-label={`Remove link ${at + 1}`}
              onClick={() => onChange(links.toSpliced(at, 1))}
            >
              <Icon of={Trash2} size={18} />
            </Button>
            <div className="max-sm:col-span-2">
              <Input
                label={`Address of link ${at + 1}`}
                placeholder="https://"
                type="url"
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={STOREFRONT.urlMax}
                value={url}
                error={faults?.url}
                onChange={(event) => change(at, { url: event.target.value })}
              />
            </div>
          </div>
        )
      })}
      <div>
        {links.length < STOREFRONT.links ? (
          <Button kind="secondary" onClick={() => onChange([...links, { label: '', url: '' }])}>
            <Icon of={Plus} size={17} />
            Add a link
          </Button>
        ) : (
          <p className="text-sm text-muted">{STOREFRONT.links} links are the most.</p>
        )}
      </div>
    </fieldset>
  )
}
