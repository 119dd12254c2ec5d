import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { navigate } from '../lib/router.tsx'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Ellipsis } from './icons.tsx'
import type { LinkProps } from './link.tsx'

export type MenuItem = { label: string; note?: string; danger?: boolean; disabled?: boolean } & (
  | { to: LinkProps['to'] }
  | { act: () => void }
)

/**
 * What can be done with one thing of a list, behind three dots, or behind a button of its own;
 * without a portal, so that the menu stays in the page's landmark.
 */
export function Menu({
  label,
  items,
  trigger,
  startsOpen = false,
}: {
  label: string
  items: readonly MenuItem[]
  trigger?: ReactElement
  /** For a menu whose code was asked for by the press that opens it. */
  startsOpen?: boolean
}): ReactNode {
  return (
    <Radix.Root modal={false} defaultOpen={startsOpen}>
      {trigger ? (
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      ) : (
        <Radix.Trigger
          aria-label={label}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken"
        >
          <Icon of={Ellipsis} size={20} />
        </Radix.Trigger>
      )}
      <Radix.Content
        align="end"
        aria-label={label}
        sideOffset={6}
        collisionPadding={12}
        className="z-40 min-w-44 animate-fade rounded-lg border border-line bg-surface p-1.5 shadow-high"
      >
        {items.map((item) => (
          <Radix.Item
            key={item.label}
            disabled={item.disabled ?? false}
            onSelect={() => ('to' in item ? navigate(item.to) : item.act())}
            className={cx(
              'flex min-h-11 cursor-pointer flex-col justify-center rounded-md px-3 py-1.5 text-[0.9375rem] outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken',
              item.danger && 'text-danger',
            )}
          >
            {item.label}
            {item.note && <span className="text-sm text-muted">{item.note}</span>}
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Root>
  )
}
