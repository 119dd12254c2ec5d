import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import { X } from './icons.tsx'

/**
 * `locked` keeps the dialog open during an action that must stay visible; `clear` leaves the page
 * behind it sharp.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  locked = false,
  wide = false,
  clear = false,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  locked?: boolean
  wide?: boolean
  clear?: boolean
  children: ReactNode
}) {
  const opener = useRef<Element | null>(null)
  const guard = (event: Event) => {
    if (locked) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next || !locked) && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay
          className={cx(
            'fixed inset-0 z-50 animate-fade bg-scrim',
            !clear && 'backdrop-blur-[2px]',
          )}
        />
        <Radix.Content
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            // Radix restores the focus only to its own triggers, so restore the focus here.
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          onEscapeKeyDown={guard}
          onInteractOutside={guard}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center p-3 outline-none sm:items-center sm:p-6"
        >
          <div
            className={cx(
              'pointer-events-auto relative max-h-[calc(100dvh-1.5rem)] w-full animate-dialog overflow-y-auto rounded-xl border border-line bg-surface p-6 shadow-high sm:p-8',
              wide ? 'max-w-3xl' : 'max-w-md',
            )}
          >
            <Radix.Title className="pr-10 text-xl font-semibold">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-2 text-[0.9375rem] text-muted">
                {description}
              </Radix.Description>
            )}
            <Radix.Close
              aria-label="Close"
              disabled={locked}
              className="absolute top-4 right-4 grid size-11 place-items-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-40"
            >
              <Icon of={X} size={20} />
            </Radix.Close>
            <div className="mt-6">{children}</div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
